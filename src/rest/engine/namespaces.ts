import { text, untyped } from '../parameters/field-types.ts';
import { engine, item, type NamespaceTable, type RouteDefinition } from '../routes/route.ts';
import type { RestMap } from './rest-engine.ts';

const isOfSite = ({ options }: NamespaceTable): boolean => options.isOfSite === true;

function createRootRoute(name: string): RouteDefinition {
  return ['GET', '/', { namespace: text({ default: name }), context: untyped({ default: 'view' }) }, engine('namespace'), item()];
}

/**
 * Returns the tables in the order in which they are served: routes of the site itself, then namespaces in advertised order. Adds a root route to each
 * namespace. Advertised namespaces without routes have only the root route.
 */
export function arrangeTables({ tables, advertised }: Pick<RestMap, 'tables' | 'advertised'>): NamespaceTable[] {
  const namespaceTables = tables
    .filter((table) => !isOfSite(table))
    .map((table) => ({ ...table, routes: [createRootRoute(table.name), ...table.routes] }));
  const rootsOnly = advertised
    .filter((name) => !tables.some((table) => table.name === name))
    .map((name): NamespaceTable => ({ name, routes: [createRootRoute(name)], options: {} }));
  const getPosition = ({ name }: NamespaceTable) => (advertised.includes(name) ? advertised.indexOf(name) : advertised.length);
  const siteTables = tables.filter(isOfSite).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return [...siteTables, ...[...namespaceTables, ...rootsOnly].toSorted((a, b) => getPosition(a) - getPosition(b))];
}

/** Returns the names of the namespaces for the site index. */
export function getNamespaceNames({ advertised }: Pick<RestMap, 'advertised'>, tables: readonly NamespaceTable[]): string[] {
  const others = tables.filter((table) => !isOfSite(table) && !advertised.includes(table.name));
  return [...advertised, ...others.map(({ name }) => name)];
}
