import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#graphql/context.ts';
import { sendCookies } from '../http/cookies.ts';
import { envelope } from './batch.ts';
import type { RestAnswer } from './request.ts';
import { transportHeaders } from './transport-headers.ts';
import { XML_TYPE, type XmlForm, xmlOf } from './xml.ts';

/** What of the request decides on the answer's form. */
export interface Sending {
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

/** Sends an answer in the form the request asks for: envelope, indented, script or XML (core-rest.md 4), with the headers of every answer. */
export function sendAnswer(
  site: { restUrl: string; relationBase: string },
  http: FastifyRequest,
  reply: FastifyReply,
  answer: RestAnswer,
  sending: Sending,
): FastifyReply {
  const { query } = sending;
  if (sending.context?.cookies) sendCookies(reply, sending.context.cookies, site.restUrl);
  let text = sending.text ?? JSON.stringify(answer.body ?? null);
  let { status } = answer;
  transportHeaders(http, reply, site, {
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
