import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#graphql/context.ts';
import { Failure } from '../../core/failures/failure.ts';
import { recordReadsOnly } from '../../core/logging/request-facts.ts';
import { getFacts } from '../../web/observing/requests.ts';
import { type Idempotency, sendStored } from '../../web/idempotency.ts';
import { limitBody, wasBodyRejected, abortBody, getMaxBodyBytes } from '../../web/visitor-bodies.ts';
import { decodeForm } from '../parameters/decode.ts';
import { toPhpString } from '../parameters/types.ts';
import { toTransportFailure } from '../response/failures.ts';
import { isBatch, isWrite } from '../engine/plan.ts';
import type { RestEngine } from '../engine/rest-engine.ts';
import { readRequest, hasParameters, withJson } from './read-request.ts';
import type { Call } from '../engine/request.ts';
import type { RestRequest } from '../parameters/request.ts';
import { setTransportHeaders } from './transport-headers.ts';
import { refuseCallback, sendResponse } from './send-response.ts';
import { wantsXml, createXmlWriter } from '../response/xml.ts';

/** The authenticated caller. `freshNonce` is sent to callers with a session, and null for others. */
export interface AuthenticatedCaller {
  context: Context;
  freshNonce: string | null;
}

/** Dependencies of REST over HTTP. */
export interface RestHttpOptions {
  engine: RestEngine;
  restRoot: string;
  restUrl: string;
  relationBase: string;
  /** Authenticates the request and creates its context. Throws the failures of docs/behaviour/core-rest.md 6. */
  identify(request: FastifyRequest, nonce: string | undefined): Promise<AuthenticatedCaller>;
  /** True if the headers of the request contain valid credentials. Without this option, all callers may send bodies up to the limit of the site. */
  hasValidCredentials?(request: FastifyRequest): Promise<boolean>;
  /** Called after each response of a route. */
  onResponse?(http: FastifyRequest, call: Call): void;
  /** Charges the caller's budget for the second and later requests of a batch. Without it, they are not charged. */
  chargeRequests?(request: FastifyRequest, times: number): Promise<void>;
  /** Stored responses for retried writes with an `Idempotency-Key`. Without it, the key is ignored. */
  idempotency?: Idempotency;
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;
const CALLBACK_NAME = /^[\w.]+$/;

/** Mounts the REST root on Fastify. The engine handles every request below it. */
export function mountRest(app: FastifyInstance, options: RestHttpOptions): void {
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query = ''] = request.url.split(/\?(.*)/s);
    return handleRest(options, request, reply, path.slice(options.restRoot.length) || '/', decodeForm(query));
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // an invalid content type is treated as an unknown one, not as an error
    scope.addHook('onRequest', async ({ raw }) => {
      const type = raw.headers['content-type'];
      if (type !== undefined && !MEDIA_TYPE.test(type)) raw.headers['content-type'] = 'application/octet-stream';
    });
    scope.addHook('preParsing', async (request, reply, payload) => {
      // `readRequest` reads the bodies of GET and HEAD later
      if (request.method === 'GET' || request.method === 'HEAD') return payload;
      return limitBody(await getBodyLimit(options, request), request, reply, payload as Readable);
    });
    scope.setErrorHandler((error, request, reply) => sendPlainError(options, error, request, reply));
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: options.restRoot,
      exposeHeadRoute: false,
      handler: handle,
    });
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `${options.restRoot}/*`,
      exposeHeadRoute: false,
      handler: handle,
    });
  });
}

const getBodyLimit = ({ hasValidCredentials }: RestHttpOptions, request: FastifyRequest) =>
  getMaxBodyBytes(request, async () => (await hasValidCredentials?.(request)) ?? true);

/** Serves `/?rest_route=…`. Returns false if the URL has no such parameter. */
export async function handleRestRouteQuery(options: RestHttpOptions, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const query = decodeForm(request.url.split(/\?(.*)/s)[1] ?? '');
  const { rest_route: route, ...others } = query;
  if (typeof route !== 'string' || route === '') return false;
  // encoded, because the router decodes the path as it does for other URLs
  const path = route.replace(/[%?#;]/g, encodeURIComponent);
  await handleRest(options, request, reply, path, others).catch((error: unknown) => sendPlainError(options, error, request, reply));
  return true;
}

/** Passes a request through the pipeline and sends its response. */
async function handleRest(
  options: RestHttpOptions,
  http: FastifyRequest,
  reply: FastifyReply,
  path: string,
  query: Record<string, unknown>,
): Promise<FastifyReply> {
  const { engine, idempotency } = options;
  const jsonp = query['_jsonp'];
  if (jsonp !== undefined && (typeof jsonp !== 'string' || !CALLBACK_NAME.test(jsonp))) return refuseCallback(options, http, reply);
  const facts = getFacts(http);
  const exchange = await engine.pipeline.begin({
    log: http.log as never,
    decode: () => readRequest(http, path, query, { limit: () => getBodyLimit(options, http), abort: () => abortBody(http, reply) }),
    async authenticate(received) {
      const { context, freshNonce } = await options.identify(http, readNonce(received));
      // the permission check refuses uploads of visitors and does not need the rest of the body
      if (wasBodyRejected(http) && hasParameters(http)) throw new Failure('rest_request_too_large', 413, 'The request body is too large.');
      const request = withJson(received, context.viewer);
      const stored = await idempotency?.begin(http, context.viewer, { method: request.method, body: request.rawBody ?? '' });
      Object.assign(context, idempotency?.getRetryKey(http));
      return { context, request, freshNonce, ...(stored && { stored }) };
    },
    async admit({ plan, values }) {
      if (isBatch(plan)) await options.chargeRequests?.(http, (values['requests'] as unknown[]).length - 1);
      recordReadsOnly(!isWrite(plan) && !isBatch(plan), facts);
    },
  });
  const { context, request, route, call, stored, freshNonce = null } = exchange;
  const signedIn = context?.viewer.signedIn === true;
  if (stored) {
    setTransportHeaders(http, reply, options, { signedIn, freshNonce, status: stored.status, isOverridden: false, isNonceRefused: false });
    return sendStored(reply, stored);
  }
  const entry = route?.match.entry ?? (context && engine.router.find(request.path)?.entry);
  facts.route = route || request.method === 'OPTIONS' ? (entry?.path ?? '') : '';
  const response = await engine.pipeline.finish(exchange);
  await engine.pipeline.addAllow(exchange);
  const { failure } = exchange;
  if (typeof failure?.data['retryAfter'] === 'number') reply.header('Retry-After', failure.data['retryAfter']);
  if (call && !failure) options.onResponse?.(http, call);
  if (signedIn) {
    // descriptions of routes and responses to unsupported methods belong to the namespace too
    const { signedInHeaders = [] } = entry?.plans[0] ?? {};
    for (const [name, value] of signedInHeaders) if (!response.headers.has(name)) response.headers.set(name, value);
  }
  const isWrapped = '_envelope' in query || '_jsonp' in query;
  if (call?.stream && isWrapped) response.text = JSON.stringify((await Array.fromAsync(call.stream)).join(''));
  const { xml } = route?.plan.response ?? {};
  return sendResponse(options, http, reply, response, {
    query,
    context: context ?? null,
    ...(call?.stream && !isWrapped && { stream: { text: call.stream, type: call.plan.response.stream as string } }),
    freshNonce,
    xml: xml && wantsXml(xml, request) ? await createXmlWriter(xml) : undefined,
    isNonceRefused: failure?.code === 'rest_cookie_invalid_nonce',
    nullBody: call?.plan.response.nullBody ?? false,
    isOverridden: request.method !== http.method,
    isBodyOmitted: request.method === 'HEAD',
  });
}

function readNonce(request: RestRequest): string | undefined {
  const header = request.headers['x-wp-nonce'];
  const nonce = request.query['_wpnonce'] ?? request.form?.['_wpnonce'] ?? (Array.isArray(header) ? header[0] : header);
  return nonce === undefined ? undefined : toPhpString(nonce);
}

function sendPlainError(options: RestHttpOptions, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { failure } = options.engine.refuse(toTransportFailure(error, request.log as never), request.log as never);
  return refuseRest(options, request, reply, failure);
}

/** Sends a failure as an error body, for a request that has reached no route. */
export function refuseRest(options: RestHttpOptions, request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  return sendResponse(options, request, reply, options.engine.refuse(failure, request.log as never).response, { query: {}, context: null });
}
