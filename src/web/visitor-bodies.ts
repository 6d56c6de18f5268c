import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';

/** Bytes of JSON that a visitor may send: ten documents of the longest. Reading more costs more than a list. */
export const MOST_BYTES_OF_VISITORS = 1_048_576;

/** The refusal of a longer one. */
export const visitorBodyTooLong = () =>
  new Failure('graphql_limit_exceeded', 400, `A request of a visitor has at most ${MOST_BYTES_OF_VISITORS} bytes, files aside.`);

/** Counts what comes through and breaks off behind the longest body. */
function limited(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES_OF_VISITORS) done(visitorBodyTooLong());
      else done(null, chunk);
    },
  });
}

/** Whether the request says who sends it; whether that is true is seen later. */
const bringsCredentials = ({ headers: { authorization, cookie } }: FastifyRequest) => authorization !== undefined || cookie !== undefined;

/**
 * The body of a request as it is to be read: of somebody who does not say who they are, no JSON beyond what a visitor may send is read. Throws
 * `graphql_limit_exceeded` (400), or fails with it once too much has come.
 */
export function bodyOfVisitor<Body extends NodeJS.ReadableStream>(request: FastifyRequest, payload: Body): Body | Transform {
  if (bringsCredentials(request) || !request.headers['content-type']?.startsWith('application/json')) return payload;
  const { 'content-length': length } = request.headers;
  if (length === undefined) {
    const body = limited();
    payload.on('error', (error) => body.destroy(error));
    return payload.pipe(body);
  }
  if (Number(length) > MOST_BYTES_OF_VISITORS) throw visitorBodyTooLong();
  return payload;
}
