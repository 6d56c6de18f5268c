import type { KeyOwner } from '../core/secrets/key-owner.ts';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../domains/identity/auth/sessions.ts';
import { createKeyedHash } from '../core/secrets/keyed-hash.ts';
import type { Viewer } from '../domains/identity/auth/viewer.ts';
import { Failure, invalid } from '../core/failures/failure.ts';
import type { Site } from '../site.ts';
import { getFacts } from './observing/requests.ts';
import { type Claim, claimKey, storeResult, type StoredResponse, releaseKey } from '../core/idempotency/idempotency-store.ts';
import { getState } from './observing/request-state.ts';
declare module './observing/request-state.ts' {
  interface RequestState {
    /** The claimed key of a running write. */
    claim?: Claim;
    /** Status in the envelope of a response, whose own status is always 200. */
    envelopedStatus?: number;
  }
}

/** A requested write. */
interface Write {
  /** Method after a method override. */
  method: string;
  body: Buffer | string;
}

/** Retries of writes with an `Idempotency-Key`, for REST and GraphQL. */
export interface Idempotency {
  /**
   * Call after the authentication and before any work. Returns the stored response of the first request with this key, or null. Throws 422 if the key
   * was used for another request, 409 while the first request runs, and 400 for an invalid key.
   */
  begin(request: FastifyRequest, viewer: Viewer, write: Write): Promise<StoredResponse | null>;
  /**
   * Returns the identity of the started write, which is the same for every attempt of a caller with the same key. Writes that must not be repeated
   * after a crash store it with their data. Undefined without a key.
   */
  getRetryKey(request: FastifyRequest): { retryKey: string } | undefined;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Statuses of responses that are not stored, because the client may send the same request again. */
const TEMPORARY_STATUSES = new Set([401, 408, 409, 425, 429]);
const isTemporary = (status: number) => status >= 500 || TEMPORARY_STATUSES.has(status);
/** Headers that belong to one response only. They are not stored. */
const UNSTORED_HEADERS =
  /^(connection|content-length|date|keep-alive|retry-after|set-cookie|transfer-encoding|vary|x-wp-nonce|x-request-id|access-control-.*|ratelimit-.*)$/;

function readKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key))
    throw invalid('invalid_idempotency_key', 'An Idempotency-Key has 1 to 255 printable ASCII characters.');
  return key;
}

/**
 * Returns the identity of the caller. Visitors with the same IP address share keys only if their session cookie and `Authorization` are the same,
 * too.
 */
function identifyCaller(site: KeyOwner, request: FastifyRequest, viewer: Viewer): string {
  if (viewer.signedIn) return `user ${viewer.id}`;
  return `visitor ${request.ip} ${createKeyedHash(site, 'idempotency', `${request.headers.authorization ?? ''} ${request.cookies[SESSION_COOKIE] ?? ''}`)}`;
}

function createFingerprint({ url, headers }: FastifyRequest, { method, body }: Write): string {
  const type = headers['content-type'] ?? '';
  // clients that repeat a multipart form use another boundary
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(type)?.[1];
  const text = boundary === undefined ? body : Buffer.from(body).toString('latin1').replaceAll(boundary, '');
  return createHash('sha256')
    .update(`${method} ${url}\n${type.replace(/;.*/s, '')}\n`)
    .update(text)
    .digest('hex');
}

/** True if a GraphQL response contains an error or refusal after which the same request may be sent again. */
function isTemporaryRefusal(request: FastifyRequest, body: string): boolean {
  if (getFacts(request).refusals?.some(({ status }) => isTemporary(status))) return true;
  if (!body.includes('"errors"')) return false;
  const results = [JSON.parse(body) as { errors?: { extensions?: { status?: number } }[] }].flat();
  return results.some(({ errors = [] }) => errors.some(({ extensions }) => isTemporary(extensions?.status ?? 400)));
}

function toStoredResponse(reply: FastifyReply, body: string): StoredResponse {
  const headers = Object.entries(reply.getHeaders()).filter(([name, value]) => value !== undefined && !UNSTORED_HEADERS.test(name));
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)])),
    body,
  };
}

/** Mounts the retries of writes. First responses are stored for a day. */
export function mountIdempotency(app: FastifyInstance, site: Site): Idempotency {
  app.addHook('onSend', async (request, reply, payload) => {
    const state = getState(request);
    const { claim, envelopedStatus = reply.statusCode } = state;
    if (!claim) return payload;
    delete state.claim;
    try {
      if (
        typeof payload !== 'string' ||
        isTemporary(envelopedStatus) ||
        (request.url.startsWith('/graphql') && isTemporaryRefusal(request, payload))
      )
        await releaseKey(site, claim);
      else await storeResult(site, claim, toStoredResponse(reply, payload));
    } catch (error) {
      // the write is done, so its response must be sent; the key stays claimed, so retries are refused for five minutes
      request.log.error({ err: error }, 'the response to a write could not be stored');
    }
    return payload;
  });

  return {
    getRetryKey(request) {
      const { claim } = getState(request);
      return claim && { retryKey: claim.keyHash };
    },
    async begin(request, viewer, write) {
      const key = SAFE_METHODS.has(write.method) ? null : readKey(request);
      if (key === null) return null;
      const outcome = await claimKey(site, (owner) => identifyCaller(owner, request, viewer), key, createFingerprint(request, write));
      if ('response' in outcome) return outcome.response;
      if ('claim' in outcome) {
        getState(request).claim = outcome.claim;
        return null;
      }
      if (outcome.refused === 'other body')
        throw new Failure('idempotency_key_reused', 422, 'The Idempotency-Key was already used for another request.');
      throw new Failure('idempotency_key_in_use', 409, 'The first request with this Idempotency-Key is still running.', { retryAfter: 1 });
    },
  };
}

/** Sends the stored response with the header `Idempotent-Replayed`. */
export function sendStored(reply: FastifyReply, { status, headers, body }: StoredResponse): FastifyReply {
  return reply.headers(headers).header('Idempotent-Replayed', 'true').status(status).send(body);
}
