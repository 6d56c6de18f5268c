import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { compile } from '@fastify/proxy-addr';
import type { Config } from '../../config/config.ts';

/** Valid request IDs: safe in headers and log lines, without spaces and JSON syntax. */
const ID = /^[\w.:/+=@-]{1,128}$/;
/** Header `traceparent` of W3C Trace Context in any version. The second part is the ID of the trace. */
const TRACE = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** Returns a function that checks whether the peer of a connection is a trusted proxy (`TRUST_PROXY`). */
export function createProxyCheck(trustProxy: Config['trustProxy']): (request: IncomingMessage) => boolean {
  const isTrusted = typeof trustProxy === 'object' ? compile(trustProxy) : () => trustProxy !== false;
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '', 0);
}

/**
 * Returns the function that creates request IDs. The ID is `X-Request-Id` or the trace ID of `traceparent`, if a trusted proxy sent the header.
 * Otherwise it is a UUID, so that clients cannot choose what the log contains.
 */
export function createRequestIdGenerator(trustProxy: Config['trustProxy']): (request: IncomingMessage) => string {
  const isTrusted = createProxyCheck(trustProxy);
  return (request) => {
    if (!isTrusted(request)) return randomUUID();
    const { 'x-request-id': id, traceparent } = request.headers;
    if (typeof id === 'string' && ID.test(id)) return id;
    return TRACE.exec(String(traceparent ?? ''))?.[1] ?? randomUUID();
  };
}
