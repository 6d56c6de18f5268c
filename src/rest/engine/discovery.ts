import { mapOrEmptyList } from '../answers/keyed-answer.ts';
import { describeArgument } from '../parameters/describe.ts';
import { indexPattern } from './paths.ts';
import type { Plan } from './plan.ts';
import type { RouteEntry } from './routing.ts';
import { schemaOf } from './item-schema.ts';

function endpoint(plan: Plan): Record<string, unknown> {
  const args = Object.fromEntries(plan.declared.map((declared) => [declared.name, describeArgument(declared)]));
  return { methods: [...plan.methods], ...(plan.options.batch && { allow_batch: { v1: true } }), args: mapOrEmptyList(args) };
}

/** The public description of a route (core-rest.md 5.3). */
function describeRoute(entry: RouteEntry, restUrl: string): Record<string, unknown> {
  const plans = entry.plans.filter((plan) => !plan.options.unlisted);
  const described: Record<string, unknown> = {
    namespace: entry.isSites ? '' : entry.namespace,
    methods: plans.flatMap((plan) => [...plan.methods]),
    endpoints: plans.map(endpoint),
  };
  if (!entry.path.includes('{')) described['_links'] = { self: [{ href: entry.path === '/' ? `${restUrl}/` : restUrl + entry.path }] };
  return described;
}

/** The description OPTIONS answers: the route with the JSON schema of its item. */
export function describeWithSchema(entry: RouteEntry, restUrl: string): Record<string, unknown> {
  const schema = schemaOf(entry, restUrl);
  return schema ? { ...describeRoute(entry, restUrl), schema } : describeRoute(entry, restUrl);
}

/** All listed routes by their pattern, those of one namespace when it is named. */
export function describeRoutes(entries: readonly RouteEntry[], restUrl: string, namespace?: string): Record<string, unknown> {
  const listed = entries.filter(
    (entry) => entry.plans.some((plan) => !plan.options.unlisted) && (namespace === undefined || entry.namespace === namespace),
  );
  return Object.fromEntries(
    listed.map((entry) => [indexPattern(entry.path, entry.plans[0]?.segments ?? []), describeRoute(entry, restUrl)]),
  );
}
