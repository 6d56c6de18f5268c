import { text, untyped } from '../parameters/field-types.ts';
import { engine, item, type NamespaceTable, READ, type RouteDefinition } from '../routes/route.ts';
import type { RestMap } from './rest-engine.ts';

const isSites = ({ options }: NamespaceTable): boolean => options.ofTheSite === true;

function rootRoute(name: string): RouteDefinition {
  return [READ, '/', { namespace: text({ default: name }), context: untyped({ default: 'view' }) }, engine('namespace'), item()];
}

/**
 * Returns the tables in the order in which they are served: routes of the site itself, then namespaces in advertised order. Each namespace has a root
 * route; advertised namespaces without routes have only that.
 */
export function tablesOf({ tables, advertised }: Pick<RestMap, 'tables' | 'advertised'>): NamespaceTable[] {
  const named = tables.filter((table) => !isSites(table)).map((table) => ({ ...table, rows: [rootRoute(table.name), ...table.rows] }));
  const bare = advertised
    .filter((name) => !tables.some((table) => table.name === name))
    .map((name): NamespaceTable => ({ name, rows: [rootRoute(name)], options: {} }));
  const place = ({ name }: NamespaceTable) => (advertised.includes(name) ? advertised.indexOf(name) : advertised.length);
  const ofTheSite = tables.filter(isSites).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return [...ofTheSite, ...[...named, ...bare].toSorted((a, b) => place(a) - place(b))];
}

/** Returns the names of the namespaces for the site index. */
export function namespacesOf({ advertised }: Pick<RestMap, 'advertised'>, tables: readonly NamespaceTable[]): string[] {
  const others = tables.filter((table) => !isSites(table) && !advertised.includes(table.name));
  return [...advertised, ...others.map(({ name }) => name)];
}
