import { Readable, type Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../core/failures/failure.ts';
import { MAX_BYTES_OF_DOCUMENT, type PersistedDocuments, createTooLongDocument } from './graphql-documents.ts';
import { MAX_ITEMS, createTooManyItems } from './graphql-limits.ts';
import { type JsonFault, type JsonLimits, JsonScanner, LONG_LIST, LONG_STRING, MAX_VALUES_OF_VISITORS, readJson } from './json-body.ts';
import { hasMoreParts } from './multipart-parts.ts';
import { MAX_BYTES_OF_VISITORS, limitStream } from './visitor-bodies.ts';

/** Maximum size in bytes of a body that is checked only after it was received completely. */
const SMALL_BODY_BYTES = 65_536;
/** Maximum number of parts of a request with files. */
const MAX_PARTS = 100;
/** Maximum number of bytes of an escaped character in JSON, such as \u0061. */
const MAX_ESCAPED_BYTES = 6;

/** Maximum size of the JSON of a request in bytes, for all callers. Larger data can be sent as a file or over REST. */
const MAX_BYTES_OF_JSON = 2_097_152;

const createJsonTooLong = (limit: number) =>
  new Failure('graphql_limit_exceeded', 400, `A request may contain at most ${limit} bytes of JSON. Send larger data as files.`);
const createVisitorBodyTooLong = () =>
  new Failure('graphql_limit_exceeded', 400, `A request of a visitor may have at most ${MAX_BYTES_OF_VISITORS} bytes.`);

function toRefusal(fault: JsonFault): Failure {
  const excess = fault === LONG_STRING ? createTooLongDocument() : fault === LONG_LIST ? createTooManyItems() : null;
  if (excess) return new Failure('graphql_limit_exceeded', 400, excess.message);
  return new Failure('graphql_invalid_json', 400, `The body is not valid JSON: ${fault.message}.`);
}

/** Returns the limits on documents and lists that can be checked before parsing the JSON. */
const getLimits = ({ maxLength }: PersistedDocuments): JsonLimits => ({
  values: MAX_VALUES_OF_VISITORS,
  items: MAX_ITEMS,
  memberBytes: MAX_ESCAPED_BYTES * Math.max(MAX_BYTES_OF_DOCUMENT, maxLength),
});

/** Returns the maximum size of JSON in bytes. It is large enough for every registered document. */
const getMaxJsonBytes = ({ maxLength }: PersistedDocuments): number => MAX_BYTES_OF_JSON + MAX_ESCAPED_BYTES * maxLength;

/** True if the request has credentials, which are verified later. */
const hasCredentials = ({ headers: { authorization, cookie } }: FastifyRequest) => authorization !== undefined || cookie !== undefined;

/**
 * Returns the body of a request as a stream that fails at the limits for JSON and for visitors. If a body is above the limit for visitors and the
 * request has credentials, verifies them before the body is read. Refuses a body above the limit for all callers without verification. Throws
 * `graphql_limit_exceeded` (400), also while the body is read, and the errors of `isSignedIn`.
 */
export async function limitGraphqlBody<Body extends NodeJS.ReadableStream>(
  request: FastifyRequest,
  payload: Body,
  documents: PersistedDocuments,
  isSignedIn: () => Promise<boolean>,
): Promise<Body | Transform> {
  const { 'content-type': type, 'content-length': length } = request.headers;
  const isJson = type?.startsWith('application/json') ?? false;
  if ((!isJson && !type?.startsWith('multipart/')) || Number(length) <= SMALL_BODY_BYTES) return payload;
  const sendsCredentials = hasCredentials(request);
  const maxJson = isJson ? getMaxJsonBytes(documents) : Infinity;
  const tooLong = () => (sendsCredentials ? createJsonTooLong(maxJson) : createVisitorBodyTooLong());
  if (Number(length) > maxJson) throw tooLong();
  if (Number(length) > MAX_BYTES_OF_VISITORS && !(sendsCredentials && (await isSignedIn()))) throw createVisitorBodyTooLong();
  if (!isJson && sendsCredentials) return payload;
  const scanner = isJson ? new JsonScanner(getLimits(documents)) : null;
  const limit = sendsCredentials ? maxJson : MAX_BYTES_OF_VISITORS;
  return limitStream(payload, (chunk, bytes) => {
    const fault = scanner?.scan(chunk);
    if (fault) return toRefusal(fault);
    return bytes > limit ? tooLong() : null;
  });
}

/** Returns the parsed JSON of a request, or an unparsed multipart body. Throws for invalid JSON and for a body above a limit. */
export function parseBody({ body, headers }: FastifyRequest, signedIn: boolean, documents: PersistedDocuments): unknown {
  if (!Buffer.isBuffer(body)) return body;
  const type = headers['content-type'];
  if (hasMoreParts(body, type, MAX_PARTS))
    throw new Failure('graphql_request_too_large', 413, `A request may have at most ${MAX_PARTS} parts.`);
  if (!signedIn && body.length > MAX_BYTES_OF_VISITORS) throw createVisitorBodyTooLong();
  if (type?.startsWith('multipart/')) return body;
  const result = readJson(body, getLimits(documents));
  if ('fault' in result) throw toRefusal(result.fault);
  return result.value;
}

const hasMembers = (body: unknown) => typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && Object.keys(body).length > 0;

/** Returns the body in the form that Yoga accepts: objects with members unchanged, everything else as a stream of bytes. */
export const toYogaBody = (body: unknown): unknown =>
  body === undefined || hasMembers(body) ? body : Readable.from([Buffer.isBuffer(body) ? body : JSON.stringify(body)]);
