import { isPublic, type Plan } from '../../src/rest/engine/plan.ts';
import type { RouteRefusals } from '../../src/rest/routes/recorded-responses.ts';
import type { Method } from '../../src/rest/parameters/request.ts';
import type { RestResponse, TestUserName, WholeSite } from '../support/site.ts';
import type { DocumentedResponses } from './documented-responses.ts';
import type { Example } from './example-sites.ts';
import { encodeQuery } from './inputs.ts';
import { missingNames } from './places-consent.ts';

/**
 * Requests that a route refuses: from anonymous callers, with few permissions, for a missing item, without required values, and with invalid values.
 */

/** Returns a path to a missing item: an ID or name that does not exist. */
const buildMissingPath = ({ path, segments }: Plan) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'uuid') return '123e4567-e89b-42d3-a456-426614174000';
    const { pattern = '' } = segments.find((segment) => segment.name === name) ?? {};
    return new RegExp(`^(?:${pattern})$`).test('2000000000') ? '2000000000' : (missingNames[name] ?? name);
  });

const INVALID = 'nothing-valid';

/** Returns an invalid string for a parameter that does not accept every string. */
function createInvalidValue({ declared, segments }: Plan): Record<string, unknown> | undefined {
  const isInPath = (name: string) => segments.some((segment) => segment.name === name);
  const parameter = declared.find(({ name, schema, acceptedSchema }) => {
    const { type, enum: enumValues, oneOf, anyOf, format } = acceptedSchema ?? schema;
    if (isInPath(name) || oneOf || anyOf) return false;
    const types = [type].flat();
    return (
      types.length === 1 && (types[0] === 'integer' || (types[0] === 'string' && (enumValues !== undefined || format === 'date-time')))
    );
  });
  return parameter && { [parameter.name]: INVALID };
}

const isSentInQuery = (method: Method) => method === 'GET' || method === 'DELETE';

/** Returns the refusals of a route, by status and code. */
export async function collectRefusals(
  site: WholeSite,
  { plan, method, path, example }: { plan: Plan; method: Method; path: () => Promise<string>; example: Example },
): Promise<RestResponse[]> {
  const values = example.query ?? example.body ?? {};
  const missing = buildMissingPath(plan);
  const as = 'administrator';
  const send = (to: string, input: Record<string, unknown>, by: TestUserName | null = as) =>
    site.rest(method, to, { ...(by && { as: by }), ...(isSentInQuery(method) ? { query: encodeQuery(input) } : { body: input }) });
  const isPacked = plan.options.requestFormat?.packed !== undefined;
  const invalid = isPacked ? undefined : createInvalidValue(plan);
  const hasRequired = plan.options.requires?.parameter !== undefined || plan.declared.some(({ required }) => required);
  // permission is checked before the lookup, unless it depends on the item
  const anonymous = await send(missing, values, null);
  const dependsOnItem = plan.segments.length > 0 && anonymous.status !== 401 && anonymous.status !== 403 && !isPublic(plan);
  const replies = [
    dependsOnItem ? await send(await path(), values, null) : anonymous,
    ...(isPublic(plan) ? [] : [await send(dependsOnItem ? await path() : missing, values, 'subscriber')]),
    ...(plan.segments.length > 0 && !isPacked ? [await send(missing, values)] : []),
    ...(hasRequired ? [await send(missing, {})] : []),
    ...(invalid ? [await send(missing, { ...values, ...invalid })] : []),
    ...(isSentInQuery(method)
      ? []
      : [await site.rest(method, missing, { as, form: '{', headers: { 'content-type': 'application/json' } })]),
  ];
  return replies.filter(({ status, body }) => status >= 400 && body !== undefined && body?.code !== 'internal_server_error');
}

/** Returns the refusals to record: the first one of each code. */
export function selectFirstRefusals(replies: readonly RestResponse[], fix: (value: unknown) => unknown): RouteRefusals {
  const refusals: Record<string, Record<string, unknown>> = {};
  for (const { status, body } of replies) {
    const code = String((body as { code?: string | number }).code ?? 'refused');
    (refusals[status] ??= {})[code] ??= fix(body);
  }
  return refusals;
}

/** Returns messages about refusals that do not match the document. Statuses that `default` describes match. */
export function findRefusalFaults(documented: DocumentedResponses, { path }: Plan, method: Method, refusals: RouteRefusals): string[] {
  const responses = documented.document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  const documentedRefusals = Object.entries(refusals).filter(([status]) => status in responses);
  return documentedRefusals.flatMap(([status, codes]) =>
    Object.values(codes).flatMap((body) =>
      documented.faults(path, method.toLowerCase(), Number(status), body).map((fault) => `${status} ${JSON.stringify(body)}: ${fault}`),
    ),
  );
}
