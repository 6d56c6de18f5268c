import { type Failure, invalid, notFound } from '../core/failure.ts';
import { decodeForm } from './arguments/decode.ts';
import { asRowSays, errorBody, failureFor } from './failures.ts';
import { parameterOf } from './plan.ts';
import type { RestEngine } from './rest-engine.ts';
import type { Call, RestAnswer, RestRequest } from './request.ts';
import type { Method } from './table.ts';

interface SubRequest {
  method: Method;
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string | string[]>;
}

type Prepared = { call: Call } | { failure: Failure };

/** An answer as it stands inside a batch or an envelope. */
export function envelope(answer: RestAnswer): { body: unknown; status: number; headers: Record<string, string | number> | [] } {
  const headers = Object.fromEntries(answer.headers);
  return { body: answer.body, status: answer.status, headers: Object.keys(headers).length > 0 ? headers : [] };
}

/**
 * Runs up to 25 requests as the same caller: all are matched and validated first, then those that passed run in order, each seeing what the
 * earlier ones did (core-rest.md 8). Answers 207 whatever they answer.
 */
export async function runBatch(engine: RestEngine, outer: Call): Promise<unknown> {
  outer.status = 207;
  const requests = (outer.values['requests'] ?? []) as SubRequest[];
  const prepared = requests.map((request): Prepared => {
    try {
      return { call: prepareOne(engine, toRequest(request), outer) };
    } catch (error) {
      return { failure: failureFor(error, outer.context.site.log) };
    }
  });

  if (outer.values['validation'] === 'require-all-validate' && prepared.some((one) => 'failure' in one)) {
    return { failed: 'validation', responses: prepared.map((one) => ('failure' in one ? envelope(refusal(one.failure)) : null)) };
  }
  const responses: unknown[] = [];
  for (const one of prepared) responses.push(envelope('failure' in one ? refusal(one.failure) : await runOne(engine, one.call)));
  return { responses };
}

function prepareOne(engine: RestEngine, request: RestRequest, outer: Call): Call {
  const route = engine.route(request);
  if (!route.plan.options.batch) throw invalid('rest_batch_not_allowed', 'The requested route does not support batch requests.');
  return engine.prepare(route, request, outer.context);
}

function refusal(failure: Failure): RestAnswer {
  return { status: failure.status, body: errorBody(failure), headers: new Map() };
}

async function runOne(engine: RestEngine, call: Call): Promise<RestAnswer> {
  let answer: RestAnswer;
  try {
    answer = { body: await engine.run(call), status: call.status, headers: call.headers };
  } catch (error) {
    const failure = asRowSays(failureFor(error, call.context.site.log), call.plan.options.bareErrors);
    answer = { status: failure.status, body: errorBody(failure, parameterOf(call)), headers: new Map() };
  }
  const allow = await engine.allowed(call.match, call.values, call.context);
  if (allow) answer.headers.set('Allow', allow);
  return answer;
}

/** The sub-request; its path must be a route with an optional query, everything else is not found or not parseable. */
function toRequest({ method, path, body, headers }: SubRequest): RestRequest {
  if (/^[a-z][\w+.-]*:\/\/\//i.test(path)) throw invalid('parse_path_failed', 'Could not parse the path.');
  if (!path.startsWith('/')) throw notFound('rest_no_route', 'No route was found matching the URL and request method.');
  const [route = '', query = ''] = path.split(/\?(.*)/s);
  return { method: method ?? 'POST', path: route, query: decodeForm(query), headers: headers ?? {}, ...(body && { form: body }) };
}
