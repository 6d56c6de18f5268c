import { isForEverybody, type Plan } from '../../src/rest/engine/plan.ts';
import type { RouteRefusals } from '../../src/rest/routes/recorded-responses.ts';
import type { Method } from '../../src/rest/table.ts';
import type { RestReply, TestUserName, WholeSite } from '../support/site.ts';
import type { DocumentedResponses } from './documented-responses.ts';
import type { Example } from './example-sites.ts';
import { queryOf } from './inputs.ts';
import { nothingCalled } from './places-consent.ts';

/** Cheap requests that a route refuses: anonymous, with few permissions, for a missing item, without required values, with invalid values. */

/** Returns a path to a missing item: an ID or name that does not exist. */
const pathToNothing = ({ path, segments }: Plan) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'uuid') return '123e4567-e89b-42d3-a456-426614174000';
    const { pattern = '' } = segments.find((segment) => segment.name === name) ?? {};
    return new RegExp(`^(?:${pattern})$`).test('2000000000') ? '2000000000' : (nothingCalled[name] ?? name);
  });

const INVALID = 'nothing-valid';

/** Returns a text for a parameter that accepts no free text. */
function invalid({ declared, segments }: Plan): Record<string, unknown> | undefined {
  const isPlace = (name: string) => segments.some((segment) => segment.name === name);
  const one = declared.find(({ name, schema, takes }) => {
    const { type, enum: words, oneOf, anyOf, format } = takes ?? schema;
    if (isPlace(name) || oneOf || anyOf) return false;
    const types = [type].flat();
    return types.length === 1 && (types[0] === 'integer' || (types[0] === 'string' && (words !== undefined || format === 'date-time')));
  });
  return one && { [one.name]: INVALID };
}

const inQuery = (method: Method) => method === 'GET' || method === 'DELETE';

/** Returns the refusals of a route, by status and code. */
export async function refusalsOf(
  site: WholeSite,
  { plan, method, path, example }: { plan: Plan; method: Method; path: () => Promise<string>; example: Example },
): Promise<RestReply[]> {
  const given = example.query ?? example.body ?? {};
  const nowhere = pathToNothing(plan);
  const as = 'administrator';
  const ask = (where: string, values: Record<string, unknown>, by: TestUserName | null = as) =>
    site.rest(method, where, { ...(by && { as: by }), ...(inQuery(method) ? { query: queryOf(values) } : { body: values }) });
  const bad = plan.options.sent?.packed ? undefined : invalid(plan);
  const isNeeded = plan.options.requires?.parameter !== undefined || plan.declared.some(({ required }) => required);
  // permission is checked before the lookup, unless it depends on the item
  const unseen = await ask(nowhere, given, null);
  const isOfThing = plan.segments.length > 0 && unseen.status !== 401 && unseen.status !== 403 && !isForEverybody(plan);
  const replies = [
    isOfThing ? await ask(await path(), given, null) : unseen,
    ...(isForEverybody(plan) ? [] : [await ask(isOfThing ? await path() : nowhere, given, 'subscriber')]),
    ...(plan.segments.length > 0 && !plan.options.sent?.packed ? [await ask(nowhere, given)] : []),
    ...(isNeeded ? [await ask(nowhere, {})] : []),
    ...(bad ? [await ask(nowhere, { ...given, ...bad })] : []),
    ...(inQuery(method) ? [] : [await site.rest(method, nowhere, { as, form: '{', headers: { 'content-type': 'application/json' } })]),
  ];
  return replies.filter(({ status, body }) => status >= 400 && body !== undefined && body?.code !== 'internal_server_error');
}

/** Returns the recorded refusals: the first one of each code. */
export function keptRefusals(replies: readonly RestReply[], fixed: (value: unknown) => unknown): RouteRefusals {
  const kept: Record<string, Record<string, unknown>> = {};
  for (const { status, body } of replies) {
    const code = String((body as { code?: string | number }).code ?? 'refused');
    (kept[status] ??= {})[code] ??= fixed(body);
  }
  return kept;
}

/** Returns messages about refusals that do not match the document. Statuses covered by `default` match. */
export function refusalFaults(documented: DocumentedResponses, { path }: Plan, method: Method, refusals: RouteRefusals): string[] {
  const named = documented.document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const told = Object.entries(refusals).filter(([status]) => status in named);
  return told.flatMap(([status, codes]) =>
    Object.values(codes).flatMap((body) =>
      documented.faults(path, method.toLowerCase(), Number(status), body).map((fault) => `${status} ${JSON.stringify(body)}: ${fault}`),
    ),
  );
}
