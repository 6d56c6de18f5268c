import { Readable, Transform, type TransformCallback } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getState } from './observing/request-state.ts';
declare module './observing/request-state.ts' {
  interface RequestState {
    /** True if the body was rejected and is not read. */
    wasBodyRejected?: true;
  }
}

/** Maximum size of a visitor's body in bytes. Visitors upload no files, and reading more would cost more than other requests. */
export const MAX_BYTES_OF_VISITORS = 1_048_576;

/** Time for a client to read a response that was sent before its body was read. */
const LINGER_MS = 1000;

/**
 * Closes the connection after a response if the body was not read completely. Remaining data are discarded, and the connection is reset only after the client
 * could read the response.
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

/** Marks the body as rejected. */
export function abortBody(request: FastifyRequest, reply: FastifyReply): void {
  getState(request).wasBodyRejected = true;
  closeUnread(request, reply);
}

/** Passes a body through and aborts it with the error of `refusal`, which receives each chunk and the number of bytes so far. */
export function limitStream(payload: NodeJS.ReadableStream, refusal: (chunk: Buffer, bytes: number) => Error | null): Transform {
  let bytes = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      bytes += chunk.length;
      const error = refusal(chunk, bytes);
      if (error) done(error);
      else done(null, chunk);
    },
  });
  payload.on('error', (error) => body.destroy(error));
  return payload.pipe(body);
}

/** Creates the error of a body that exceeds the limit of the site. */
const createTooLarge = () => Object.assign(new Error('The body is too large'), { statusCode: 413 });

/** Returns the maximum size of a request's body in bytes, which is smaller for visitors. */
export async function getMaxBodyBytes({ headers }: FastifyRequest, isKnown: () => Promise<boolean>): Promise<number> {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  const isShort = length === undefined ? encoding === undefined : Number(length) <= MAX_BYTES_OF_VISITORS;
  return isShort || (await isKnown()) ? Number.POSITIVE_INFINITY : MAX_BYTES_OF_VISITORS;
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
