import { Failure } from '../../core/failures/failure.ts';
import type { ArgumentSources } from '../parameters/declaration.ts';
import { isMap, toBoolean } from '../parameters/types.ts';
import { unpack } from '../parameters/packed/unpack.ts';
import { isWrite, type Plan } from './plan.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Match } from './routing.ts';

/** Returns where the parameters of a request are read from: compressed in the path, or query, body and path. Members of a wrapper object count as parameters. */
export function sourcesOf({ options: { sent: { packed, wrapper } = {} } }: Plan, match: Match, request: RestRequest): ArgumentSources {
  const { json, form, query, headers, rawBody: body } = request;
  const { segments } = match;
  const sources: ArgumentSources = packed
    ? { query: unpack(segments[packed.place] ?? '', packed), path: segments, headers }
    : { ...(json && { json }), ...(form && { form }), query, path: segments, headers, ...(body && { body }) };
  return wrapper === undefined ? sources : unwrapped(sources, wrapper);
}

function unwrapped(sources: ArgumentSources, wrapper: string): ArgumentSources {
  const opened = (values: Readonly<Record<string, unknown>>) => {
    const inner = values[wrapper];
    return isMap(inner) ? { ...values, ...inner } : values;
  };
  const { json, form, query, ...rest } = sources;
  return { ...rest, ...(json && { json: opened(json) }), ...(form && { form: opened(form) }), query: opened(query) };
}

/** Returns the valid parameters as this route reads them, even if the request is for another route. Returns only path parameters if compressed ones are unreadable. */
export function readValid(plan: Plan, match: Match, request: RestRequest): Record<string, unknown> {
  try {
    return { ...match.segments, ...plan.read.valid(sourcesOf(plan, match, request)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return match.segments;
  }
}

/** Returns the route of the same path that the body selects instead of the method (`simulatedBy`). */
export function simulated(match: Match, request: RestRequest): Plan | undefined {
  if (request.method !== 'POST') return undefined;
  return match.entry.plans.find(({ options: { sent: { simulatedBy } = {} } }) => {
    const asked = simulatedBy === undefined ? undefined : (request.json?.[simulatedBy] ?? request.form?.[simulatedBy]);
    return asked !== undefined && toBoolean(asked);
  });
}

/** Returns the alternative of a route that a parameter selects, or the route itself. */
export function chosenForm(plan: Plan, values: Record<string, unknown>): Plan {
  const { chosenBy } = plan.options;
  const asked = chosenBy === undefined ? undefined : values[chosenBy.parameter];
  return (typeof asked === 'string' || typeof asked === 'boolean' ? plan.forms.get(String(asked)) : undefined) ?? plan;
}

/** True for HEAD on a GET that writes. HEAD must not change anything. */
export function isRefusedHead(request: RestRequest, plan: Plan): boolean {
  return request.method === 'HEAD' && isWrite(plan);
}
