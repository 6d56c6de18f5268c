import { invalid, notFound } from '../../core/failures/failure.ts';
import { named } from '../../core/tracing/attributes.ts';
import { traced } from '../../core/tracing/tracing.ts';
import { decodeForm } from '../parameters/decode.ts';
import { checkArguments, stillPermitted } from './checks.ts';
import type { RestEngine } from './rest-engine.ts';
import type { Call, RestAnswer, Route } from './request.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Match } from './routing.ts';
import type { Method } from '../parameters/request.ts';

interface SubRequest {
  method: Method;
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string | string[]>;
}

/** A request that may run, or its refusal with the route that it found. */
type Prepared = { call: Call } | Refused;
interface Refused {
  refusal: RestAnswer;
  found: { match: Match; request: RestRequest } | undefined;
}

/** An answer as it stands inside a batch or an envelope. */
export function envelope(answer: RestAnswer): { body: unknown; status: number; headers: Record<string, string | number> | [] } {
  const headers = Object.fromEntries(answer.headers);
  return { body: JSON.parse(answer.text), status: answer.status, headers: Object.keys(headers).length > 0 ? headers : [] };
}

/**
 * Runs up to 25 requests as the same caller: all are matched and validated first, then those that passed run in order, each seeing what the
 * earlier ones did (core-rest.md 8). Answers 207 whatever they answer.
 */
export async function runBatch(engine: RestEngine, outer: Call): Promise<unknown> {
  outer.status = 207;
  const requests = (outer.values['requests'] ?? []) as SubRequest[];
  const prepared: Prepared[] = [];
  for (const request of requests) prepared.push(await prepareOne(engine, request, outer));

  if (outer.values['validation'] === 'require-all-validate' && prepared.some((one) => 'refusal' in one)) {
    return { failed: 'validation', responses: prepared.map((one) => ('refusal' in one ? envelope(one.refusal) : null)) };
  }
  const responses: unknown[] = [];
  for (const one of prepared)
    responses.push(envelope('refusal' in one ? await refuseOne(engine, one, outer) : await runOne(engine, one.call)));
  return { responses };
}

async function prepareOne(engine: RestEngine, sent: SubRequest, { context }: Call): Promise<Prepared> {
  let route: Route | undefined;
  let request: RestRequest | undefined;
  try {
    request = toRequest(sent);
    route = engine.route(request);
    const call = engine.prepare(route, request, context);
    await checkArguments(call.plan, call.values, context);
    if (!route.plan.options.batch) throw invalid('rest_batch_not_allowed', 'The requested route does not support batch requests.');
    return { call };
  } catch (error) {
    return {
      refusal: engine.refuse(error, context.site.log, route?.plan).answer,
      found: route && request && { match: route.match, request },
    };
  }
}

async function refuseOne(engine: RestEngine, { refusal, found }: Refused, { context }: Call): Promise<RestAnswer> {
  const allow = found && (await engine.allowed(found.match, found.request, context));
  if (allow) refusal.headers.set('Allow', allow);
  return refusal;
}

function runOne(engine: RestEngine, call: Call): Promise<RestAnswer> {
  return traced(`${call.plan.methods.join()} ${call.plan.path}`, async (span) => {
    const answer = await answerOne(engine, call);
    span?.setAttributes({ [named.route]: call.plan.path, [named.status]: answer.status });
    return answer;
  });
}

async function answerOne(engine: RestEngine, call: Call): Promise<RestAnswer> {
  let answer: RestAnswer;
  try {
    answer = await engine.run(call);
  } catch (error) {
    ({ answer } = engine.refuse(error, call.context.site.log, call.plan));
  }
  const allow = await engine.allowed(call.match, call.request, call.context, {
    values: call.values,
    permitted: stillPermitted(call.plan, answer.status),
  });
  if (allow) answer.headers.set('Allow', allow);
  return answer;
}

/** An address without a host, or with a port that none can be. */
function isUnparsable(address: string): boolean {
  const [, authority] = /^[a-z][\w+.-]*:\/\/([^/?#]*)/i.exec(address) ?? [];
  if (authority === undefined) return false;
  const [, host, port = ''] = /^(?:.*@)?(.*?)(?::(\d*))?$/s.exec(authority) ?? [];
  return host === '' || Number(port) > 65_535;
}

/** The sub-request; its path must be a route with an optional query, everything else is not found or not parseable. */
function toRequest({ method, path, body, headers }: SubRequest): RestRequest {
  if (isUnparsable(path)) throw invalid('parse_path_failed', 'Could not parse the path.');
  if (!path.startsWith('/')) throw notFound('rest_no_route', 'No route was found matching the URL and request method.');
  const [address = ''] = path.split('#');
  const [route = '', query = ''] = address.split(/\?(.*)/s);
  return { method: method ?? 'POST', path: route, query: decodeForm(query), headers: headers ?? {}, ...(body && { form: body }) };
}
