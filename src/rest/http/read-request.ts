import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { hasMoreParts } from '../../web/multipart-parts.ts';
import { decodeForm, decodePairs } from '../parameters/decode.ts';
import { MAX_VALUES_OF_VISITORS, readJson } from '../../web/json-body.ts';
import type { RestRequest, UploadedFile } from '../parameters/request.ts';

const JSON_TYPE = /^application\/(json|[\w.-]+\+json|json\+oembed)\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART_TYPE = /^multipart\/form-data\b/i;
const FORM_METHODS = new Set<string>(['POST', 'PUT', 'PATCH', 'DELETE']);

/** True if the body of a request contains parameters: JSON, or a form without files. */
export function hasParameters({ headers: { 'content-type': type = '' } }: FastifyRequest): boolean {
  return JSON_TYPE.test(type) || FORM_TYPE.test(type) || type === '';
}

/** Limits for reading a body. */
export interface BodyLimits {
  /** Returns the limit in bytes. The limit of the site also applies. */
  limit(): Promise<number>;
  /** Stops receiving the body. */
  abort(): void;
}

/**
 * Reads a body that Fastify did not read: the body of a GET, which may be JSON (docs/behaviour/core-rest.md 1.2), or of a request to
 * `/?rest_route=…`. Returns null if there is no body, or if its `Content-Length` is above `limit`. Throws 413 if more bytes arrive than allowed.
 */
async function readBody(http: FastifyRequest, { limit, abort }: BodyLimits): Promise<Buffer | null> {
  const { 'content-length': length, 'transfer-encoding': encoding } = http.headers;
  if ((length === undefined && encoding === undefined) || length === '0' || http.raw.readableEnded) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  const maximum = await limit();
  if (Number(length) > maximum) {
    abort();
    return null;
  }
  // the body limit of the site applies, not the limit of the page route at this URL
  const bodyLimit = Math.min(maximum, http.server.initialConfig.bodyLimit ?? 0);
  for await (const chunk of http.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw Object.assign(new Error('Request body is too large'), { statusCode: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Converts an HTTP request for the engine: applies the method override (docs/behaviour/core-rest.md 1.1) and parses forms. Does not parse other
 * bodies. `withJson` parses JSON after the authentication.
 */
export async function readRequest(
  http: FastifyRequest,
  path: string,
  query: Record<string, unknown>,
  limits: BodyLimits,
): Promise<RestRequest> {
  const override = query['_method'] ?? http.headers['x-http-method-override'];
  const method = typeof override === 'string' && override !== '' ? override.toUpperCase() : http.method;
  // the method may be unknown, and then no route matches it
  const request: RestRequest = { method: method as RestRequest['method'], path, query, headers: http.headers };
  const body = Buffer.isBuffer(http.body) ? http.body : await readBody(http, limits);
  if (!body || body.length === 0) return request;
  request.rawBody = body;
  const type = http.headers['content-type'] ?? '';
  const takesForm = FORM_METHODS.has(request.method);
  if (FORM_TYPE.test(type) || type === '') return takesForm ? { ...request, form: decodeForm(body.toString('utf8')) } : request;
  if (MULTIPART_TYPE.test(type) && http.method === 'POST' && takesForm) {
    if (hasMoreParts(body, type, MAX_PARTS)) throw Object.assign(new Error('The form has too many parts'), { statusCode: 413 });
    return { ...request, ...(await readMultipart(type, body)) };
  }
  return request;
}

/** Parses the JSON body of a request. Invalid JSON is stored as `jsonFault`, because only a matched route refuses it. */
export function withJson(request: RestRequest, { signedIn }: { signedIn: boolean }): RestRequest {
  const { rawBody, headers } = request;
  if (!rawBody || !JSON_TYPE.test(String(headers['content-type']))) return request;
  const read = readJson(rawBody, signedIn ? {} : { values: MAX_VALUES_OF_VISITORS });
  if ('fault' in read) return { ...request, jsonFault: read.fault };
  const { value } = read;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...request, json: value as Record<string, unknown> }
    : request;
}

/** Maximum number of parts of a multipart form. Forms with more are refused as too large. */
const MAX_PARTS = 1000;

function readMultipart(type: string, body: Buffer): Promise<{ form: Record<string, unknown>; files: UploadedFile[] }> {
  return new Promise((resolve) => {
    const fields: [string, string][] = [];
    const files: UploadedFile[] = [];
    const finish = () => resolve({ form: decodePairs(fields), files });
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({ headers: { 'content-type': type }, limits: { fields: MAX_PARTS, files: 20, parts: MAX_PARTS } });
    } catch {
      return finish();
    }
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (field, stream, fileName, _encoding, mimeType) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => files.push({ field, fileName, mimeType, content: Buffer.concat(chunks) }));
      // an incomplete file is ignored
      stream.on('error', finish);
    });
    parser.on('finish', finish);
    parser.on('error', finish);
    parser.end(body);
  });
}
