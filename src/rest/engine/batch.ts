import { invalid } from '../../core/failures/failure.ts';
import { spanAttributes } from '../../core/tracing/attributes.ts';
import { runTraced } from '../../core/tracing/tracing.ts';
import { decodeForm } from '../parameters/decode.ts';
import type { Method, RestRequest } from '../parameters/request.ts';
import type { Exchange, Pipeline, RequestSource } from './exchange.ts';
import { checkArguments } from './checks.ts';
import { createNoRouteFailure } from './match.ts';
import type { Call, RestResponse } from './request.ts';

interface SubRequest {
  method: Method;
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string | string[]>;
}

/** Returns a response as an item of a batch or an envelope. */
export function toEnvelope(response: RestResponse): { body: unknown; status: number; headers: Record<string, string | number> | [] } {
  const headers = Object.fromEntries(response.headers);
  return { body: JSON.parse(response.text), status: response.status, headers: Object.keys(headers).length > 0 ? headers : [] };
}

/**
 * Runs up to 25 requests as the same caller. First matches and validates all requests. Then runs the valid ones in order, so that each sees the
 * changes of the previous ones (docs/behaviour/core-rest.md 8). The status is always 207.
 */
export async function runBatch(pipeline: Pipeline, batchCall: Call): Promise<unknown> {
  batchCall.status = 207;
  const exchanges: Exchange[] = [];
  for (const item of (batchCall.values['requests'] ?? []) as SubRequest[])
    exchanges.push(await pipeline.begin(createItemSource(item, batchCall)));
  if (batchCall.values['validation'] === 'require-all-validate' && exchanges.some(({ response }) => response)) {
    return { failed: 'validation', responses: exchanges.map(({ response }) => (response ? toEnvelope(response) : null)) };
  }
  const responses: unknown[] = [];
  for (const exchange of exchanges) responses.push(toEnvelope(await finishItem(pipeline, exchange)));
  return { responses };
}

/** Creates the source of an item. The caller of the item is the caller of the batch. The route must allow batches. */
function createItemSource(item: SubRequest, { context }: Call): RequestSource {
  return {
    log: context.site.log,
    decode: () => ({ method: item.method ?? 'POST', path: item.path, query: {}, headers: item.headers ?? {} }),
    authenticate: () => ({ context, request: toRequest(item) }),
    async admit({ plan, values }) {
      await checkArguments(plan, values, context);
      if (!plan.options.batch) throw invalid('rest_batch_not_allowed', 'The requested route does not support batch requests.');
    },
  };
}

async function finishItem(pipeline: Pipeline, exchange: Exchange): Promise<RestResponse> {
  const run = async () => {
    const response = await pipeline.finish(exchange);
    await pipeline.addAllow(exchange);
    return response;
  };
  const { call } = exchange;
  if (!call) return await run();
  return await runTraced(`${call.plan.methods.join()} ${call.plan.path}`, async (span) => {
    const response = await run();
    span?.setAttributes({ [spanAttributes.route]: call.plan.path, [spanAttributes.status]: response.status });
    return response;
  });
}

/** True for an absolute URL without a host or with an invalid port. */
function isUnparsable(url: string): boolean {
  const [, authority] = /^[a-z][\w+.-]*:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (authority === undefined) return false;
  const [, host, port = ''] = /^(?:.*@)?(.*?)(?::(\d*))?$/s.exec(authority) ?? [];
  return host === '' || Number(port) > 65_535;
}

/**
 * Converts an item to a request. The path of the item is the path of a route with an optional query string. Throws a failure if the path does not
 * start with a slash or cannot be parsed.
 */
function toRequest({ method, path, body, headers }: SubRequest): RestRequest {
  if (isUnparsable(path)) throw invalid('parse_path_failed', 'Could not parse the path.');
  if (!path.startsWith('/')) throw createNoRouteFailure();
  const [pathAndQuery = ''] = path.split('#');
  const [route = '', query = ''] = pathAndQuery.split(/\?(.*)/s);
  return { method: method ?? 'POST', path: route, query: decodeForm(query), headers: headers ?? {}, ...(body && { form: body }) };
}
