import { type KeyOwner, type SiteWithKeys, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { randomBytes } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/**
 * Purpose of a challenge: `sign-in` without a password, `second-factor` after the password step, `proof` of identity within a session, or
 * `registration` of a passkey.
 */
export type Purpose = 'sign-in' | 'second-factor' | 'proof' | 'registration';

/** Purpose and user of a challenge. */
export interface ChallengeContext {
  purpose: Purpose;
  /** User ID; 0 if any user may solve the challenge. */
  userId: number;
}

const LIFE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const CHALLENGE = /^[\w-]{72}$/;
/** Maximum number of expired challenges that are deleted with each consumed challenge, so that the table does not grow. */
const MAX_SWEPT = 10;

const hashChallenge = (site: KeyOwner, { purpose, userId }: ChallengeContext, payload: Buffer) =>
  createKeyedHash(site, 'passkey challenge', `${purpose}|${userId}|${payload.toString('hex')}`);

/**
 * Creates a challenge that is valid for five minutes. It is not stored: it consists of random bytes, the expiry time, and a keyed hash of both, the
 * purpose and the user.
 */
export function createChallenge(site: Pick<Site, 'secretKey'>, challengeContext: ChallengeContext): Uint8Array<ArrayBuffer> {
  const payload = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(payload);
  payload.writeUIntBE(now().getTime() + LIFE_MS, RANDOM_BYTES, TIME_BYTES);
  return new Uint8Array(Buffer.concat([payload, Buffer.from(hashChallenge(site, challengeContext, payload), 'hex')]));
}

/** True if the string (base64url) is an unexpired challenge of this site for the purpose and the user. */
export function isChallenge(site: SiteWithKeys, challengeContext: ChallengeContext, text: string): boolean {
  if (!CHALLENGE.test(text)) return false;
  const bytes = Buffer.from(text, 'base64url');
  const payload = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const hash = bytes.subarray(RANDOM_BYTES + TIME_BYTES).toString('hex');
  return (
    matchesAnyKey(site, (keyOwner) => areEqualInConstantTime(hash, hashChallenge(keyOwner, challengeContext, payload))) &&
    payload.readUIntBE(RANDOM_BYTES, TIME_BYTES) > now().getTime()
  );
}

const insertSpent = statement(
  'spend_challenge',
  'INSERT INTO spent_challenge (hash, expires_at) VALUES ($1, $2::timestamptz) ON CONFLICT DO NOTHING',
);
const deleteExpired = statement(
  'sweep_challenges',
  `DELETE FROM spent_challenge WHERE hash IN (
    SELECT hash FROM spent_challenge WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${MAX_SWEPT} FOR UPDATE SKIP LOCKED)`,
);

/** Consumes a correctly solved challenge. Its hash is stored until it expires. Returns false if the challenge was already consumed. */
export async function consumeChallenge(site: Pick<Site, 'secretKey'>, tx: Tx, text: string): Promise<boolean> {
  const moment = now();
  const hash = createKeyedHash(site, 'spent challenge', text);
  const spent = await executeIn(tx, insertSpent, hash, new Date(moment.getTime() + LIFE_MS));
  await executeIn(tx, deleteExpired, moment);
  return spent === 1;
}
