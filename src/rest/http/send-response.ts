import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#graphql/context.ts';
import { type LongLists, insertLists } from '../../core/http/long-list.ts';
import { sendCookies } from '../../web/cookies.ts';
import { getState } from '../../web/observing/request-state.ts';
import { toEnvelope } from '../engine/batch.ts';
import type { RestResponse } from '../engine/request.ts';
import { setTransportHeaders } from './transport-headers.ts';
import { XML_TYPE } from '../response/xml.ts';

/** The parts of the request that affect the form of the response. */
export interface SendOptions {
  query: Record<string, unknown>;
  context: Context | null;
  freshNonce?: string | null;
  isOverridden?: boolean;
  isNonceRefused?: boolean;
  /** True if only the headers are requested, including by a method override. */
  isBodyOmitted?: boolean;
  /** True if a null body is sent as `null`. */
  nullBody?: boolean;
  /** Text to stream instead of the body, with its content type. */
  stream?: { text: AsyncIterable<string>; type: string };
  /** Writes the body as XML, unless an envelope or JSONP is requested. */
  xml?: ((body: unknown) => string) | undefined;
}

/** Sends a response in the requested form (docs/behaviour/core-rest.md 4: envelope, indented, JSONP or XML) with the headers of every response. */
export function sendResponse(
  site: { restUrl: string; relationBase: string },
  http: FastifyRequest,
  reply: FastifyReply,
  response: RestResponse,
  options: SendOptions,
): FastifyReply {
  const { query } = options;
  if (options.context?.cookies) sendCookies(reply, options.context.cookies, site.restUrl);
  let { text, status } = response;
  setTransportHeaders(http, reply, site, {
    signedIn: options.context?.viewer.signedIn ?? false,
    freshNonce: options.freshNonce ?? null,
    status,
    isOverridden: options.isOverridden ?? false,
    isNonceRefused: options.isNonceRefused ?? false,
  });
  if ('_envelope' in query) {
    text = JSON.stringify(toEnvelope(response));
    getState(http).envelopedStatus = status;
    status = 200;
  } else {
    for (const [name, value] of response.headers) reply.header(name, String(value));
  }
  if (options.stream) {
    reply.header('Content-Type', options.stream.type).status(status);
    return reply.send(options.isBodyOmitted || http.method === 'HEAD' ? '' : Readable.from(options.stream.text));
  }
  if ('_pretty' in query) text = JSON.stringify(JSON.parse(text), null, 4);
  const type = response.headers.get('Content-Type');
  reply.header('Content-Type', type === undefined ? 'application/json; charset=UTF-8' : String(type)).status(status);
  const isLong = response.lists !== undefined && response.lists.size > 0;
  const toBody = (body: string) => (isLong ? Readable.from(insertLists(body, response.lists as LongLists, '_pretty' in query)) : body);
  const jsonp = query['_jsonp'];
  if (typeof jsonp === 'string' && status !== 204) {
    reply.header('Content-Type', 'application/javascript; charset=UTF-8');
    if (options.isBodyOmitted) return reply.send('');
    return reply.send(toBody(`/**/${jsonp}(${text})`));
  }
  if (options.xml && !('_envelope' in query)) {
    text = options.xml(JSON.parse(text));
    reply.header('Content-Type', XML_TYPE);
  }
  const isEmpty = status === 204 || (text === 'null' && !options.nullBody && !('_envelope' in query));
  if (http.method !== 'HEAD') return reply.send(isEmpty || options.isBodyOmitted ? '' : toBody(text));
  // the length of the body of a GET (RFC 9110, 8.6)
  if (!isEmpty && !isLong) reply.header('Content-Length', Buffer.byteLength(text));
  return reply.send('');
}

/** Refuses a request whose JSONP callback is not a valid function name (docs/behaviour/core-rest.md 2). */
export function refuseCallback(site: { restUrl: string; relationBase: string }, http: FastifyRequest, reply: FastifyReply): FastifyReply {
  setTransportHeaders(http, reply, site, { signedIn: false, freshNonce: null, status: 400, isOverridden: false, isNonceRefused: false });
  reply.header('Content-Type', 'application/javascript; charset=UTF-8').status(400);
  return reply.send(JSON.stringify({ code: 'rest_callback_invalid', message: 'Invalid JSONP callback function.' }));
}
