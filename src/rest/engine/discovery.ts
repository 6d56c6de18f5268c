import { toMapOrEmptyList } from '../response/keyed-response.ts';
import { type DescriptionTime, describeArgument } from '../parameters/describe.ts';
import { toIndexPattern } from './paths.ts';
import type { Plan } from './plan.ts';
import type { RouteEntry } from './routing.ts';
import { type SchemaScope, createItemSchema } from './item-schema.ts';

function describeEndpoint(plan: Plan, at: DescriptionTime | null): Record<string, unknown> {
  const args = Object.fromEntries(plan.declared.map((declared) => [declared.name, describeArgument(declared, at)]));
  return { methods: [...plan.methods], ...(plan.options.batch && { allow_batch: { v1: true } }), args: toMapOrEmptyList(args) };
}

/** Returns the public description of a route (docs/behaviour/core-rest.md 5.3). */
function describeRoute(entry: RouteEntry, restUrl: string, at: DescriptionTime | null): Record<string, unknown> {
  const { plans } = entry;
  const description: Record<string, unknown> = {
    namespace: entry.isOfSite ? '' : entry.namespace,
    methods: plans.flatMap((plan) => [...plan.methods]),
    endpoints: plans.map((plan) => describeEndpoint(plan, at)),
  };
  if (!entry.path.includes('{')) description['_links'] = { self: [{ href: entry.path === '/' ? `${restUrl}/` : restUrl + entry.path }] };
  return description;
}

/** True if the description of a route depends on the current time. */
export const hasComputedDefaults = ({ plans }: RouteEntry): boolean =>
  plans.some(({ declared }) => declared.some(({ computedDefault }) => computedDefault !== undefined));

/** Returns the description for OPTIONS: the route with the JSON schema of its item. */
export function describeWithSchema(entry: RouteEntry, scope: SchemaScope, at: DescriptionTime | null): Record<string, unknown> {
  const { restUrl } = scope;
  const schema = createItemSchema(entry, scope);
  return schema ? { ...describeRoute(entry, restUrl, at), schema } : describeRoute(entry, restUrl, at);
}

/** Returns all listed routes by pattern, optionally only those of one namespace. */
export function describeRoutes(
  entries: readonly RouteEntry[],
  restUrl: string,
  { namespace, at = null }: { namespace?: string | undefined; at?: DescriptionTime | null } = {},
): Record<string, unknown> {
  const listed = entries.filter((entry) => namespace === undefined || entry.namespace === namespace);
  return Object.fromEntries(
    listed.map((entry) => [toIndexPattern(entry.path, entry.plans[0]?.segments ?? []), describeRoute(entry, restUrl, at)]),
  );
}
