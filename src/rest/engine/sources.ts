import { Failure } from '../../core/failures/failure.ts';
import type { ArgumentSources } from '../parameters/declaration.ts';
import { isMap, toBoolean } from '../parameters/types.ts';
import { unpack } from '../parameters/packed/unpack.ts';
import { isWrite, type Plan } from './plan.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Match } from './routing.ts';

/**
 * Returns the sources of a request's parameters: query, body and path. On routes with packed parameters, decompresses them from the path instead of
 * the query and ignores the body. Members of a wrapper object count as parameters.
 */
export function readSources(
  { options: { requestFormat: { packed, wrapper } = {} } }: Plan,
  match: Match,
  request: RestRequest,
): ArgumentSources {
  const { json, form, query, headers, rawBody: body } = request;
  const { segments } = match;
  const sources: ArgumentSources = packed
    ? { query: unpack(segments[packed.place] ?? '', packed), path: segments, headers }
    : { ...(json && { json }), ...(form && { form }), query, path: segments, headers, ...(body && { body }) };
  return wrapper === undefined ? sources : unwrapSources(sources, wrapper);
}

function unwrapSources(sources: ArgumentSources, wrapper: string): ArgumentSources {
  const unwrap = (values: Readonly<Record<string, unknown>>) => {
    const inner = values[wrapper];
    return isMap(inner) ? { ...values, ...inner } : values;
  };
  const { json, form, query, ...others } = sources;
  return { ...others, ...(json && { json: unwrap(json) }), ...(form && { form: unwrap(form) }), query: unwrap(query) };
}

/**
 * Returns the parameters that are valid for this route, even if the request is for another one. Returns only path parameters if packed parameters
 * cannot be read.
 */
export function readValid(plan: Plan, match: Match, request: RestRequest): Record<string, unknown> {
  try {
    return { ...match.segments, ...plan.read.readValid(readSources(plan, match, request)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return match.segments;
  }
}

/** Returns the route of the same path that the body selects instead of the method (`methodOverrideMember`). */
export function findSimulatedRoute(match: Match, request: RestRequest): Plan | undefined {
  if (request.method !== 'POST') return undefined;
  return match.entry.plans.find(({ options: { requestFormat: { methodOverrideMember } = {} } }) => {
    const flag =
      methodOverrideMember === undefined ? undefined : (request.json?.[methodOverrideMember] ?? request.form?.[methodOverrideMember]);
    return flag !== undefined && toBoolean(flag);
  });
}

/** Returns the alternative of a route that a parameter selects, or the route itself. */
export function selectAlternative(plan: Plan, values: Record<string, unknown>): Plan {
  const { alternatives } = plan.options;
  const value = alternatives === undefined ? undefined : values[alternatives.parameter];
  return (typeof value === 'string' || typeof value === 'boolean' ? plan.alternatives.get(String(value)) : undefined) ?? plan;
}

/** True for HEAD on a GET that writes. HEAD must not change anything. */
export function isRefusedHead(request: RestRequest, plan: Plan): boolean {
  return request.method === 'HEAD' && isWrite(plan);
}
