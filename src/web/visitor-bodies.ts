import { Readable, Transform, type TransformCallback } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stateOf } from './observing/request-state.ts';
declare module './observing/request-state.ts' {
  interface RequestState {
    /** Its body stays where it is. */
    wasBodyRejected?: true;
  }
}

/** Bytes that a visitor, who uploads nothing, may send. Reading more costs more than what visitors may ask for. */
export const MAX_BYTES_OF_VISITORS = 1_048_576;

/** Time in which a client may take a response that came before its body was read. */
const LINGER_MS = 1000;

/**
 * Has the response end the connection where the body was not read whole: reading on costs what the refusal saves. What still comes is neither
 * read nor refused by a reset before the client can have read the response.
 */
export function leaveUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete !== false) return;
  reply.header('Connection', 'close');
  const { socket } = raw;
  raw.read(0);
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Whether the body of the request was left where it is: a visitor sent more than visitors may. */
export const wasBodyRejected = (request: FastifyRequest): boolean => stateOf(request).wasBodyRejected === true;

/** Notes that the body stays where it is. */
export function abortBody(request: FastifyRequest, reply: FastifyReply): void {
  stateOf(request).wasBodyRejected = true;
  leaveUnread(request, reply);
}

/** Lets through what comes of a body and breaks it off behind what is too much, with the error that says so; `refusal` gets the number of received bytes. */
export function watched(payload: NodeJS.ReadableStream, refusal: (piece: Buffer, bytes: number) => Error | null): Transform {
  let bytes = 0;
  const body = new Transform({
    transform(piece: Buffer, _encoding, done: TransformCallback) {
      bytes += piece.length;
      const error = refusal(piece, bytes);
      if (error) done(error);
      else done(null, piece);
    },
  });
  payload.on('error', (error) => body.destroy(error));
  return payload.pipe(body);
}

/** What a body beyond the limit of the site fails with. */
const tooLarge = () => Object.assign(new Error('The body is too large'), { statusCode: 413 });

/** What may be read of the body of a request, in bytes: for unknown callers, what visitors may send. */
export async function readableBytes({ headers }: FastifyRequest, isKnown: () => Promise<boolean>): Promise<number> {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  const isShort = length === undefined ? encoding === undefined : Number(length) <= MAX_BYTES_OF_VISITORS;
  return isShort || (await isKnown()) ? Number.POSITIVE_INFINITY : MAX_BYTES_OF_VISITORS;
}

/** The body as it is to be read, with a maximum of bytes: one that says that it is longer is left where it is, and nothing stands in its place. */
export function bodyWithin(most: number, request: FastifyRequest, reply: FastifyReply, payload: Readable): Readable {
  const length = Number(request.headers['content-length']);
  if (length > most) {
    abortBody(request, reply);
    return Object.assign(Readable.from([]), { receivedEncodedLength: length });
  }
  if (most === Number.POSITIVE_INFINITY) return payload;
  return watched(payload, (_piece, bytes) => (bytes > most ? tooLarge() : null));
}
