import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#graphql/context.ts';
import { Failure } from '../core/failure.ts';
import { sendCookies } from '../http/cookies.ts';
import { type Retries, sendKept } from '../http/idempotency.ts';
import { decodeForm, pairsOf } from './arguments/decode.ts';
import { toText } from './arguments/types.ts';
import { envelope } from './batch.ts';
import { SofaFailure } from './engine.ts';
import { asRowSays, errorBody, failureFor, transportFailure } from './failures.ts';
import { parameterOf } from './plan.ts';
import type { RestEngine } from './rest-engine.ts';
import { readJson } from './json-body.ts';
import type { Call, RestAnswer, RestRequest, UploadedFile } from './request.ts';
import type { Match } from './routing.ts';
import { transportHeaders } from './transport-headers.ts';
import { wantsXml, XML_TYPE, type XmlForm, xmlOf } from './xml.ts';

/** Who is asking, with the nonce that a session's answer carries. */
export interface SignedIn {
  context: Context;
  freshNonce: string | null;
}

export interface RestHttpOptions {
  engine: RestEngine;
  restRoot: string;
  restUrl: string;
  relationBase: string;
  /** Signs the request in and makes its context; throws the failures of core-rest.md 6. */
  identify(request: FastifyRequest, nonce: string | undefined): Promise<SignedIn>;
  /** Retries of writes with a key; without it such a key is ignored. */
  retries?: Retries;
  /** Context of a caller whose sign-in failed; only errors are answered with it. */
  anonymousContext(request: FastifyRequest): Context;
}

const JSON_TYPE = /^application\/(json|[\w.-]+\+json|json\+oembed)\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART_TYPE = /^multipart\/form-data\b/i;
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;
const CALLBACK_NAME = /^[\w.]+$/;

/** Mounts the REST root on Fastify; every request below it is answered by the engine. */
export function mountRest(app: FastifyInstance, options: RestHttpOptions): void {
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query = ''] = request.url.split(/\?(.*)/s);
    return handleRest(options, request, reply, path.slice(options.restRoot.length) || '/', decodeForm(query));
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // a type that is none is one that nothing reads, not an error
    scope.addHook('onRequest', async ({ raw }) => {
      const type = raw.headers['content-type'];
      if (type !== undefined && !MEDIA_TYPE.test(type)) raw.headers['content-type'] = 'application/octet-stream';
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

/** Answers `/?rest_route=…` when the address asks for it; false when it does not. */
export async function handleAlternativeAddress(options: RestHttpOptions, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const query = decodeForm(request.url.split(/\?(.*)/s)[1] ?? '');
  const { rest_route: route, ...rest } = query;
  if (typeof route !== 'string' || route === '') return false;
  // the router decodes the path as it does that of an ordinary address
  const path = route.replace(/[%?#;]/g, encodeURIComponent);
  await handleRest(options, request, reply, path, rest).catch((error: unknown) => sendPlainError(options, error, request, reply));
  return true;
}

async function handleRest(
  options: RestHttpOptions,
  http: FastifyRequest,
  reply: FastifyReply,
  path: string,
  query: Record<string, unknown>,
): Promise<FastifyReply> {
  const { engine } = options;
  const jsonp = query['_jsonp'];
  if (jsonp !== undefined && (typeof jsonp !== 'string' || !CALLBACK_NAME.test(jsonp))) {
    return send(
      options,
      http,
      reply,
      { status: 400, body: errorBody(new Failure('rest_callback_invalid', 400, 'Invalid JSONP callback function.')), headers: new Map() },
      { query: {}, context: null },
    );
  }
  const request = await readRequest(http, path, query);
  const nonce = nonceOf(request);
  let context: Context | null = null;
  let freshNonce: string | null = null;
  let call: Call | undefined;
  let match: Match | null = null;
  let answer: RestAnswer;
  let text: string | null = null;
  let nonceRefused = false;
  let xml: XmlForm | undefined;
  try {
    ({ context, freshNonce } = await options.identify(http, nonce));
    const kept = await options.retries?.begin(http, context.viewer, { method: request.method, body: request.rawBody ?? '' });
    if (kept) {
      transportHeaders(http, reply, options, {
        signedIn: context.viewer.signedIn,
        freshNonce,
        status: kept.status,
        overridden: false,
        nonceRefused: false,
      });
      return sendKept(reply, kept);
    }
    if (request.method === 'OPTIONS') {
      answer = await engine.options(request, context);
    } else {
      const route = engine.route(request);
      match = route.match;
      if (wantsXml(route.plan.answer.xml, request)) ({ xml } = route.plan.answer);
      call = engine.prepare(route, request, context);
      ({ answer, text } = await throughSofa(engine, call));
    }
  } catch (thrown) {
    const failure = asRowSays(
      failureFor(thrown instanceof SofaFailure ? thrown.cause : thrown, http.log as never),
      call?.plan.options.bareErrors,
    );
    nonceRefused = failure.code === 'rest_cookie_invalid_nonce';
    answer = { status: failure.status, body: errorBody(failure, parameterOf(call)), headers: new Map() };
    if (typeof failure.data['retryAfter'] === 'number') reply.header('Retry-After', failure.data['retryAfter']);
    text = null;
  }
  if (match && context) {
    const allow = await engine.allowed(match, call?.values ?? match.segments, context);
    if (allow) answer.headers.set('Allow', allow);
  }
  return send(options, http, reply, answer, {
    query,
    context,
    freshNonce,
    text,
    xml,
    nonceRefused,
    overridden: request.method !== http.method,
  });
}

/** Runs a call through its sofa handler; the text is what sofa serialised. */
async function throughSofa(engine: RestEngine, call: Call): Promise<{ answer: RestAnswer; text: string }> {
  const handler = engine.handlers.get(call.plan.id);
  if (!handler) throw new Error(`${call.plan.path} has no handler`);
  const response = await handler({ call });
  return { answer: { status: call.status, body: undefined, headers: call.headers }, text: await response.text() };
}

interface Sending {
  query: Record<string, unknown>;
  context: Context | null;
  freshNonce?: string | null;
  /** Serialised body; null = `answer.body` is to be serialised. */
  text?: string | null;
  overridden?: boolean;
  nonceRefused?: boolean;
  /** The body is sent as XML, unless an envelope or a script is asked for. */
  xml?: XmlForm | undefined;
}

function send(options: RestHttpOptions, http: FastifyRequest, reply: FastifyReply, answer: RestAnswer, sending: Sending): FastifyReply {
  const { query } = sending;
  if (sending.context?.cookies) sendCookies(reply, sending.context.cookies, options.restUrl);
  let text = sending.text ?? JSON.stringify(answer.body ?? null);
  let { status } = answer;
  transportHeaders(http, reply, options, {
    signedIn: sending.context?.viewer.signedIn ?? false,
    freshNonce: sending.freshNonce ?? null,
    status,
    overridden: sending.overridden ?? false,
    nonceRefused: sending.nonceRefused ?? false,
  });
  if ('_envelope' in query) {
    text = JSON.stringify(envelope({ ...answer, body: JSON.parse(text) }));
    status = 200;
  } else {
    for (const [name, value] of answer.headers) reply.header(name, String(value));
  }
  if ('_pretty' in query) text = JSON.stringify(JSON.parse(text), null, 4);
  const type = answer.headers.get('Content-Type');
  reply.header('Content-Type', type === undefined ? 'application/json; charset=UTF-8' : String(type)).status(status);
  const jsonp = query['_jsonp'];
  if (typeof jsonp === 'string' && status !== 204) {
    reply.header('Content-Type', 'application/javascript; charset=UTF-8');
    return reply.send(`/**/${jsonp}(${withoutData(text, status)})`);
  }
  if (sending.xml && !('_envelope' in query)) {
    text = xmlOf(sending.xml, JSON.parse(text));
    reply.header('Content-Type', XML_TYPE);
  }
  if (http.method === 'HEAD' || status === 204 || (text === 'null' && !('_envelope' in query))) return reply.send('');
  return reply.send(text);
}

/** JSONP errors carry code and message only (core-rest.md 2). */
function withoutData(text: string, status: number): string {
  if (status < 400) return text;
  const { code, message } = JSON.parse(text) as { code?: string; message?: string };
  return JSON.stringify({ code, message });
}

function nonceOf(request: RestRequest): string | undefined {
  const header = request.headers['x-wp-nonce'];
  const given = request.query['_wpnonce'] ?? request.form?.['_wpnonce'] ?? (Array.isArray(header) ? header[0] : header);
  return given === undefined ? undefined : toText(given);
}

const FORM_METHODS = new Set<string>(['POST', 'PUT', 'PATCH', 'DELETE']);

/** A body that Fastify left alone: that of a GET, where JSON is read as well (core-rest.md 1.2), and any at the alternative address. */
async function unreadBody(http: FastifyRequest): Promise<Buffer | null> {
  const { 'content-length': length, 'transfer-encoding': encoding } = http.headers;
  if ((length === undefined && encoding === undefined) || length === '0' || http.raw.readableEnded) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // the limit of the site, not that of the page whose address is used for the interface
  const { bodyLimit = 0 } = http.server.initialConfig;
  for await (const chunk of http.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw Object.assign(new Error('Request body is too large'), { statusCode: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readRequest(http: FastifyRequest, path: string, query: Record<string, unknown>): Promise<RestRequest> {
  const override = query['_method'] ?? http.headers['x-http-method-override'];
  const wanted = typeof override === 'string' && override !== '' ? override.toUpperCase() : http.method;
  // an unknown method is one that no row has
  const request: RestRequest = { method: wanted as RestRequest['method'], path, query, headers: http.headers };
  const body = Buffer.isBuffer(http.body) ? http.body : await unreadBody(http);
  if (!body || body.length === 0) return request;
  request.rawBody = body;
  const type = http.headers['content-type'] ?? '';
  if (JSON_TYPE.test(type)) return withJson(request, body);
  const takesForm = FORM_METHODS.has(request.method);
  if (FORM_TYPE.test(type) || type === '') return takesForm ? { ...request, form: decodeForm(body.toString('utf8')) } : request;
  if (MULTIPART_TYPE.test(type) && http.method === 'POST' && takesForm) return { ...request, ...(await readMultipart(type, body)) };
  return request;
}

function withJson(request: RestRequest, body: Buffer): RestRequest {
  const read = readJson(body.toString('utf8'));
  if ('fault' in read) return { ...request, jsonFault: read.fault };
  const { value } = read;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...request, json: value as Record<string, unknown> }
    : request;
}

function readMultipart(type: string, body: Buffer): Promise<{ form: Record<string, unknown>; files: UploadedFile[] }> {
  return new Promise((resolve) => {
    const fields: [string, string][] = [];
    const files: UploadedFile[] = [];
    const finish = () => resolve({ form: pairsOf(fields), files });
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({ headers: { 'content-type': type }, limits: { fields: 1000, files: 20, parts: 1000 } });
    } catch {
      return finish();
    }
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (field, stream, fileName, _encoding, mimeType) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => files.push({ field, fileName, mimeType, content: Buffer.concat(chunks) }));
      // a body that is cut off within a file: the file does not count
      stream.on('error', finish);
    });
    parser.on('finish', finish);
    parser.on('error', finish);
    parser.end(body);
  });
}

function sendPlainError(options: RestHttpOptions, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return refuseRest(options, request, reply, transportFailure(error, request.log as never));
}

/** Answers a request that reached no row with the error body of a failure. */
export function refuseRest(options: RestHttpOptions, request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  return send(
    options,
    request,
    reply,
    { status: failure.status, body: errorBody(failure), headers: new Map() },
    { query: {}, context: null },
  );
}
