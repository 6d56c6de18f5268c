import { type KeyOwner, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { randomBytes } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { type ShapedRow, columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { getIpNetwork } from '#app/core/limits/rate-bucket.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

const LIFE_MS = 15 * 60_000;

const proofColumns = columns('LoginNonce', 'n', { only: ['keyHash', 'expiresAt'] });
type StoredProof = ShapedRow<typeof proofColumns>;

const deleteProof = statement(
  'use_login_nonce',
  `DELETE FROM login_nonce n WHERE n.user_id = $1 RETURNING ${proofColumns.list}`,
  proofColumns,
);

/** Placeholder for a missing proof, with a hash of the usual length. */
const placeholder: StoredProof = { keyHash: '-'.repeat(64), expiresAt: new Date(0) };

const hashValue = (site: KeyOwner, userId: number, expiresAt: Date, value: string) =>
  createKeyedHash(site, 'login-nonce', `${userId}|${expiresAt.getTime()}|${value}`);

const hashNetwork = (site: KeyOwner, ip: string) => createKeyedHash(site, 'login-nonce network', getIpNetwork(ip));

/** Creates a proof of a correct password, which replaces the previous proof. It has 64 hex characters and is valid for 15 minutes. */
export async function issueLoginNonce(site: Site, tx: Tx, userId: number, ip: string): Promise<string> {
  const value = randomBytes(32).toString('hex');
  const expiresAt = new Date(now().getTime() + LIFE_MS);
  const stored = { keyHash: hashValue(site, userId, expiresAt, value), networkHash: hashNetwork(site, ip), expiresAt };
  await tx.loginNonce.upsert({ where: { userId }, create: { userId, ...stored }, update: stored, select: { userId: true } });
  return value;
}

function matchesProof(site: Site, userId: number, value: string, { keyHash, expiresAt }: StoredProof): boolean {
  return (
    matchesAnyKey(site, (keyOwner) => areEqualInConstantTime(hashValue(keyOwner, userId, expiresAt, value), keyHash)) && expiresAt > now()
  );
}

/** Result of checking a proof. `stranger`: a wrong proof from another network than the sign-in. The stored proof then stays valid. */
export type ProofResult = 'right' | 'wrong' | 'stranger';

/**
 * Checks a proof of a correct password. A wrong proof from the network of the sign-in deletes the stored proof. Runs the same statements for unknown
 * users, so that the duration does not reveal whether a user exists.
 */
export async function verifyLoginNonce(site: Site, tx: Tx, ip: string, userId: number, value: string): Promise<ProofResult> {
  const stored = await tx.loginNonce.findUnique({ where: { userId }, select: { keyHash: true, expiresAt: true } });
  if (matchesProof(site, userId, value, stored ?? placeholder)) return 'right';
  const { count } = await tx.loginNonce.deleteMany({ where: { userId, networkHash: hashNetwork(site, ip) } });
  return stored && count === 0 && stored.expiresAt > now() ? 'stranger' : 'wrong';
}

/** Consumes the proof and returns whether it was valid. If concurrent calls use the same proof, only one of them returns true. */
export async function consumeLoginNonce(site: Site, tx: Tx, userId: number, value: string): Promise<boolean> {
  const [stored] = await queryIn(tx, deleteProof, userId);
  return stored !== undefined && matchesProof(site, userId, value, { ...stored, expiresAt: new Date(stored.expiresAt) });
}
