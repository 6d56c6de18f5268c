import { type Keeper, keepersOf } from '../core/secrets/keeper.ts';
import { randomUUID } from 'node:crypto';
import { keyedHash } from '../core/secrets/keyed-hash.ts';
import { seal, sealingKey, unseal } from '../core/secrets/sealed.ts';
import { now } from '../core/time/clock.ts';
import { rowShape } from '../core/db/columns.ts';
import { statement } from '../core/db/statement.ts';
import { expiring, removeExpired } from '../core/db/expiry.ts';
import type { Site } from '../site.ts';

const KEPT_MS = 24 * 3600_000;
/** Longer than any request runs. A key that is claimed longer belongs to a crashed process. */
const ABANDONED_MS = 5 * 60_000;

/** A stored response. */
export interface StoredResponse {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  body: string;
}

/** A key that a request has claimed. */
export interface Claim {
  keyHash: string;
  attempt: string;
  sealingKey: Buffer;
}

/** Result of claiming a key: claimed, refused because of another body or a running request, or the stored response. */
export type ClaimOutcome = { claim: Claim } | { refused: 'other body' | 'running' } | { answer: StoredResponse };

const claiming = statement(
  'claim_idempotency_key',
  `INSERT INTO idempotency_key AS k (key_hash, fingerprint, attempt, started_at, expires_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (key_hash) DO UPDATE SET fingerprint = excluded.fingerprint, attempt = excluded.attempt, answer = NULL, started_at = excluded.started_at, expires_at = excluded.expires_at
  WHERE k.expires_at <= $4::timestamptz OR (k.answer IS NULL AND k.fingerprint = excluded.fingerprint AND k.started_at <= $6::timestamptz)
  RETURNING k.attempt`,
);
const known = statement(
  'idempotency_key',
  'SELECT fingerprint, answer FROM idempotency_key WHERE key_hash = $1',
  rowShape({ fingerprint: 'text', answer: 'bytea?' }),
);
const keep = statement(
  'keep_idempotent_answer',
  'UPDATE idempotency_key SET answer = $3::bytea WHERE key_hash = $1 AND attempt = $2::uuid',
);
const release = statement('release_idempotency_key', 'DELETE FROM idempotency_key WHERE key_hash = $1 AND attempt = $2::uuid');
const over = expiring('purge_idempotency_keys', 'idempotency_key', 'key_hash', 'expires_at <= $1');

/** Returns the identity of a caller for the current or a former secret key of the site. */
type CallerOf = (keeper: Keeper) => string;

const hashOf = (keeper: Keeper, caller: string, key: string) => keyedHash(keeper, 'idempotency', `${caller} ${key}`);
const sealingKeyOf = ({ secretKey }: Keeper, caller: string, key: string) => sealingKey(secretKey, `idempotency ${caller} ${key}`);

/** Finds a response that was stored with a former secret key of the site. */
async function keptBefore(site: Site, callerOf: CallerOf, key: string, fingerprint: string): Promise<ClaimOutcome | null> {
  for (const keeper of keepersOf(site).slice(1)) {
    const caller = callerOf(keeper);
    const [kept] = await site.db.rows(known, [hashOf(keeper, caller, key)]);
    if (kept && kept.fingerprint !== fingerprint) return { refused: 'other body' };
    if (kept?.answer) return { answer: opened(sealingKeyOf(keeper, caller, key), Buffer.from(kept.answer)) };
  }
  return null;
}

/** Claims the key for this request unless it is taken. `callerOf` separates the keys of different callers. */
export async function claimKey(site: Site, callerOf: CallerOf, key: string, fingerprint: string): Promise<ClaimOutcome> {
  const before = await keptBefore(site, callerOf, key, fingerprint);
  if (before) return before;
  const time = now();
  const caller = callerOf(site);
  const keyHash = hashOf(site, caller, key);
  const claim = {
    keyHash,
    attempt: randomUUID(),
    sealingKey: sealingKeyOf(site, caller, key),
  };
  const values = [keyHash, fingerprint, claim.attempt, time, new Date(time.getTime() + KEPT_MS), new Date(time.getTime() - ABANDONED_MS)];
  for (;;) {
    const [taken] = await site.db.rows(claiming, values);
    if (taken) return { claim };
    const [kept] = await site.db.rows(known, [keyHash]);
    // the other request released the key meanwhile
    if (!kept) continue;
    if (kept.fingerprint !== fingerprint) return { refused: 'other body' };
    return kept.answer ? { answer: opened(claim.sealingKey, Buffer.from(kept.answer)) } : { refused: 'running' };
  }
}

/** Stores the response for a day. */
export async function keepResponse(site: Site, { keyHash, attempt, sealingKey }: Claim, kept: StoredResponse): Promise<void> {
  await site.db.rows(keep, [keyHash, attempt, sealed(sealingKey, kept)]);
}

/** Releases the key of a failed request, which may be sent again. */
export async function releaseKey(site: Site, { keyHash, attempt }: Claim): Promise<void> {
  await site.db.rows(release, [keyHash, attempt]);
}

/** Removes keys that are older than a day and returns their number. */
export async function purgeIdempotencyKeys(site: Site): Promise<number> {
  return await removeExpired(site, over, [now()]);
}

/** Encrypts a response with the client's key, because it may contain a secret that is shown once (a new application password). */
const sealed = (key: Buffer, kept: StoredResponse) => seal(key, JSON.stringify(kept));
const opened = (key: Buffer, stored: Uint8Array) => JSON.parse(unseal(key, stored)) as StoredResponse;
