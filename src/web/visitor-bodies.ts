import { Readable, Transform, type TransformCallback } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getState } from './observing/request-state.ts';
declare module './observing/request-state.ts' {
  interface RequestState {
    /** True if the body was rejected and is not read. */
    wasBodyRejected?: true;
  }
}

/** Maximum size of a visitor's request body in bytes. Visitors upload no files, and reading larger bodies would cost more than other requests. */
export const MAX_BYTES_OF_VISITORS = 1_048_576;

/** Time that a client has to read a response that was sent before the request body was read. */
const LINGER_MS = 1000;

/**
 * Closes the connection after a response if the request body was not read completely. Discards the remaining data, and resets the connection only
 * after the client had time to read the response.
 */
export function closeUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete !== false) return;
  reply.header('Connection', 'close');
  const { socket } = raw;
  raw.read(0);
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** True if the body of the request was rejected because a visitor sent too much. */
export const wasBodyRejected = (request: FastifyRequest): boolean => getState(request).wasBodyRejected === true;

/** Marks the body as rejected and closes the connection after the response. */
export function abortBody(request: FastifyRequest, reply: FastifyReply): void {
  getState(request).wasBodyRejected = true;
  closeUnread(request, reply);
}

/** Returns a stream of the body. `findError` receives each chunk and the number of bytes so far. If it returns an error, the stream fails with it. */
export function limitStream(payload: NodeJS.ReadableStream, findError: (chunk: Buffer, bytes: number) => Error | null): Transform {
  let bytes = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      bytes += chunk.length;
      const error = findError(chunk, bytes);
      if (error) done(error);
      else done(null, chunk);
    },
  });
  payload.on('error', (error) => body.destroy(error));
  return payload.pipe(body);
}

/** Creates the error of a body that exceeds the limit of the site. */
const createTooLarge = () => Object.assign(new Error('The body is too large'), { statusCode: 413 });

/**
 * Returns the maximum size of a request's body in bytes: the limit of visitors, or infinity if the caller has valid credentials or the declared
 * length is at most that limit. Calls `hasValidCredentials` only for long bodies.
 */
export async function getMaxBodyBytes({ headers }: FastifyRequest, hasValidCredentials: () => Promise<boolean>): Promise<number> {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  const isShort = length === undefined ? encoding === undefined : Number(length) <= MAX_BYTES_OF_VISITORS;
  return isShort || (await hasValidCredentials()) ? Number.POSITIVE_INFINITY : MAX_BYTES_OF_VISITORS;
}

/** Limits the body to `limit` bytes. A body with a larger `Content-Length` is rejected and replaced by an empty one. */
export function limitBody(limit: number, request: FastifyRequest, reply: FastifyReply, payload: Readable): Readable {
  const length = Number(request.headers['content-length']);
  if (length > limit) {
    abortBody(request, reply);
    return Object.assign(Readable.from([]), { receivedEncodedLength: length });
  }
  if (limit === Number.POSITIVE_INFINITY) return payload;
  return limitStream(payload, (_chunk, bytes) => (bytes > limit ? createTooLarge() : null));
}
