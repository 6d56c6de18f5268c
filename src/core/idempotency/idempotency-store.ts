import { type KeyOwner, type SiteWithKeys, getKeyOwners } from '../secrets/key-owner.ts';
import { randomUUID } from 'node:crypto';
import { createKeyedHash } from '../secrets/keyed-hash.ts';
import { encryptString, deriveAesKey, decryptString } from '../secrets/encrypt.ts';
import { now } from '../time/clock.ts';
import { rowShape } from '../db/columns.ts';
import { statement } from '../db/statement.ts';
import { declareBatchDelete, deleteInBatches } from '../db/expiry.ts';
import type { Database, Tx } from '../db/database.ts';

/** The parts of a site that this module needs. */
type SitePart = SiteWithKeys & { db: Database };

const RETENTION_MS = 24 * 3600_000;
/** Longer than the duration of any request. A key that has been claimed for longer belongs to a crashed process. */
const ABANDONED_MS = 5 * 60_000;

/** A stored response. */
export interface StoredResponse {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  body: string;
}

/** A claimed idempotency key, which a client sends to repeat a request safely. */
export interface Claim {
  keyHash: string;
  /** ID of the request that claimed the key. */
  attempt: string;
  /** Key that encrypts the stored response. */
  sealingKey: Buffer;
}

/** Result of claiming an idempotency key: claimed, refused because of another body or a running request, or the stored response. */
export type ClaimOutcome = { claim: Claim } | { refused: 'other body' | 'running' } | { response: StoredResponse };

const claimStatement = statement(
  'claim_idempotency_key',
  `INSERT INTO idempotency_key AS k (key_hash, fingerprint, attempt, started_at, expires_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (key_hash) DO UPDATE SET fingerprint = excluded.fingerprint, attempt = excluded.attempt, answer = NULL, started_at = excluded.started_at, expires_at = excluded.expires_at
  WHERE k.expires_at <= $4::timestamptz OR (k.answer IS NULL AND k.fingerprint = excluded.fingerprint AND k.started_at <= $6::timestamptz)
  RETURNING k.attempt`,
);
const selectKey = statement(
  'idempotency_key',
  'SELECT fingerprint, answer FROM idempotency_key WHERE key_hash = $1',
  rowShape({ fingerprint: 'text', answer: 'bytea?' }),
);
const storeResponse = statement(
  'store_idempotent_response',
  'UPDATE idempotency_key SET answer = $3::bytea WHERE key_hash = $1 AND attempt = $2::uuid',
);
const deleteKey = statement('release_idempotency_key', 'DELETE FROM idempotency_key WHERE key_hash = $1 AND attempt = $2::uuid');
const deleteExpiredKeys = declareBatchDelete('purge_idempotency_keys', 'idempotency_key', 'key_hash', 'expires_at <= $1');

const getExpiry = (startedAt: Date) => new Date(startedAt.getTime() + RETENTION_MS);

/** Returns the identity of a caller for the current or a former secret key of the site. */
type IdentifyCaller = (owner: KeyOwner) => string;

const hashKey = (owner: KeyOwner, caller: string, key: string) => createKeyedHash(owner, 'idempotency', `${caller} ${key}`);
const deriveClaimKey = ({ secretKey }: KeyOwner, caller: string, key: string) => deriveAesKey(secretKey, `idempotency ${caller} ${key}`);

/** Finds a response that was stored with a former secret key of the site. */
async function findWithFormerSecret(
  site: SitePart,
  identifyCaller: IdentifyCaller,
  key: string,
  fingerprint: string,
): Promise<ClaimOutcome | null> {
  for (const owner of getKeyOwners(site).slice(1)) {
    const caller = identifyCaller(owner);
    const [stored] = await site.db.rows(selectKey, [hashKey(owner, caller, key)]);
    if (stored && stored.fingerprint !== fingerprint) return { refused: 'other body' };
    if (stored?.answer) return { response: decrypt(deriveClaimKey(owner, caller, key), Buffer.from(stored.answer)) };
  }
  return null;
}

/** Claims an idempotency key for this request unless it is taken. `identifyCaller` makes the keys of different callers differ. */
export async function claimKey(site: SitePart, identifyCaller: IdentifyCaller, key: string, fingerprint: string): Promise<ClaimOutcome> {
  const formerResult = await findWithFormerSecret(site, identifyCaller, key, fingerprint);
  if (formerResult) return formerResult;
  const time = now();
  const caller = identifyCaller(site);
  const keyHash = hashKey(site, caller, key);
  const claim = {
    keyHash,
    attempt: randomUUID(),
    sealingKey: deriveClaimKey(site, caller, key),
  };
  const values = [keyHash, fingerprint, claim.attempt, time, getExpiry(time), new Date(time.getTime() - ABANDONED_MS)];
  for (;;) {
    const [claimed] = await site.db.rows(claimStatement, values);
    if (claimed) return { claim };
    const [stored] = await site.db.rows(selectKey, [keyHash]);
    // the other request released the key meanwhile
    if (!stored) continue;
    if (stored.fingerprint !== fingerprint) return { refused: 'other body' };
    return stored.answer ? { response: decrypt(claim.sealingKey, Buffer.from(stored.answer)) } : { refused: 'running' };
  }
}

/** Stores the response for a day. */
export async function storeResult(site: SitePart, { keyHash, attempt, sealingKey }: Claim, stored: StoredResponse): Promise<void> {
  await site.db.rows(storeResponse, [keyHash, attempt, encrypt(sealingKey, stored)]);
}

/** Releases the key of a failed request, so that the request may be sent again. */
export async function releaseKey(site: SitePart, { keyHash, attempt }: Claim): Promise<void> {
  await site.db.rows(deleteKey, [keyHash, attempt]);
}

/** Returns the ID that `storeId` stored with a key, or null. */
export async function findStoredId(tx: Tx, keyHash: string): Promise<number | null> {
  const stored = await tx.idempotencyKey.findUnique({ where: { keyHash }, select: { answer: true } });
  return stored?.answer ? Number(Buffer.from(stored.answer).toString()) : null;
}

/** Stores the ID of what a write created, for a day, inside the transaction of the write. `kind` describes the write. */
export async function storeId(tx: Tx, keyHash: string, kind: string, id: number): Promise<void> {
  const startedAt = now();
  const stored = { fingerprint: kind, attempt: randomUUID(), answer: Buffer.from(String(id)), startedAt, expiresAt: getExpiry(startedAt) };
  await tx.idempotencyKey.upsert({ where: { keyHash }, create: { keyHash, ...stored }, update: stored, select: { keyHash: true } });
}

/** Removes expired keys, which are older than a day, and returns their number. */
export async function purgeIdempotencyKeys(site: SitePart): Promise<number> {
  return await deleteInBatches(site, deleteExpiredKeys, [now()]);
}

/**
 * Encrypts a response with a key that is derived from the client's idempotency key, because the response may contain a secret that is shown only
 * once, such as a new application password.
 */
const encrypt = (key: Buffer, stored: StoredResponse) => encryptString(key, JSON.stringify(stored));
const decrypt = (key: Buffer, sealed: Uint8Array) => JSON.parse(decryptString(key, sealed)) as StoredResponse;
