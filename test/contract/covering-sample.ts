import { visit } from 'graphql';
import type { ArgumentDeclaration } from '../../src/rest/parameters/declaration.ts';
import { isOperation, type Plan } from '../../src/rest/engine/plan.ts';

/** Returns the features of a parameter: its types and its other rules. */
function listParameterFeatures({ schema, name: _name, ...field }: ArgumentDeclaration): string[] {
  const types = [schema.type ?? 'untyped'].flat().toSorted().join('|');
  const rules = Object.keys(schema).filter((key) => !['type', 'description', 'title'].includes(key));
  return [
    `type ${types}`,
    ...rules.map((rule) => `rule ${rule} of ${types}`),
    ...Object.entries(field).map(([key, value]) => `field ${key}${typeof value === 'string' ? ` ${value}` : ''}`),
  ];
}

/** Returns the named features of a route: parameter types, options, response options, directives, kinds of permission, namespace. */
function listFeatures(plan: Plan): Set<string> {
  const features = new Set<string>([`namespace ${plan.namespace}`, `methods ${plan.methods.join()}`, `response ${plan.response.kind}`]);
  for (const parameter of plan.declared) for (const feature of listParameterFeatures(parameter)) features.add(feature);
  for (const option of Object.keys(plan.options)) features.add(`option ${option}`);
  for (const option of Object.keys(plan.options.requestFormat ?? {})) features.add(`request format ${option}`);
  if (plan.status) features.add('status by value');
  for (const option of Object.keys(plan.response)) features.add(`response option ${option}`);
  if (!isOperation(plan.runs)) return features;
  for (const { access } of plan.runs.roots) features.add(`permission ${access.name}`);
  visit(plan.runs.operation, { Directive: ({ name }) => void features.add(`directive ${name.value}`) });
  return features;
}

/**
 * Returns a subset of the routes, in their order, that has every feature of all routes at least once. Repeatedly selects the route with the most
 * missing features.
 */
export function selectCoveringSample<Route extends { plan: Plan }>(routes: readonly Route[]): Route[] {
  const missing = new Map(routes.map((route) => [route, listFeatures(route.plan)]));
  const chosen = new Set<Route>();
  for (;;) {
    const [best] = [...missing].toSorted(([, a], [, b]) => b.size - a.size)[0] ?? [];
    const features = best && missing.get(best);
    if (!best || !features || features.size === 0) return routes.filter((route) => chosen.has(route));
    chosen.add(best);
    for (const others of missing.values()) if (others !== features) for (const feature of features) others.delete(feature);
    missing.delete(best);
  }
}
