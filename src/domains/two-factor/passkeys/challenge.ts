import { type Keeper, type Keepers, withAnyKey } from '#app/core/secrets/keeper.ts';
import { randomBytes } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement } from '#app/core/db/statement.ts';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** Purpose of a challenge: `sign-in` without a password, `second-factor` after it, `proof` within a session, or `registration`. */
export type Purpose = 'sign-in' | 'second-factor' | 'proof' | 'registration';

/** User and purpose of a challenge; user 0 = any user. */
export interface Occasion {
  purpose: Purpose;
  userId: number;
}

const LIFE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const FORM = /^[\w-]{72}$/;
/** Number of expired challenges that each new one deletes, so that the table does not grow. */
const SWEPT = 10;

const macOf = (site: Keeper, { purpose, userId }: Occasion, head: Buffer) =>
  keyedHash(site, 'passkey challenge', `${purpose}|${userId}|${head.toString('hex')}`);

/** Creates a challenge that is not stored: random bytes and its expiry, with a keyed hash over both and the occasion. Valid for five minutes. */
export function newChallenge(site: Pick<Site, 'secretKey'>, occasion: Occasion): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(head);
  head.writeUIntBE(now().getTime() + LIFE_MS, RANDOM_BYTES, TIME_BYTES);
  return new Uint8Array(Buffer.concat([head, Buffer.from(macOf(site, occasion, head), 'hex')]));
}

/** True if the text (base64url) is an unexpired challenge of this site for the occasion. */
export function isChallenge(site: Keepers, occasion: Occasion, text: string): boolean {
  if (!FORM.test(text)) return false;
  const bytes = Buffer.from(text, 'base64url');
  const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const mac = bytes.subarray(RANDOM_BYTES + TIME_BYTES).toString('hex');
  return (
    withAnyKey(site, (keeper) => sameText(mac, macOf(keeper, occasion, head))) &&
    head.readUIntBE(RANDOM_BYTES, TIME_BYTES) > now().getTime()
  );
}

const spend = statement(
  'spend_challenge',
  'INSERT INTO spent_challenge (hash, expires_at) VALUES ($1, $2::timestamptz) ON CONFLICT DO NOTHING',
);
const sweep = statement(
  'sweep_challenges',
  `DELETE FROM spent_challenge WHERE hash IN (
    SELECT hash FROM spent_challenge WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
);

/** Consumes a challenge. Returns true for only one of concurrent calls. Stores only correctly solved challenges, until they expire. */
export async function spendChallenge(site: Pick<Site, 'secretKey'>, tx: Tx, text: string): Promise<boolean> {
  const moment = now();
  const hash = keyedHash(site, 'spent challenge', text);
  const spent = await runIn(tx, spend, hash, new Date(moment.getTime() + LIFE_MS));
  await runIn(tx, sweep, moment);
  return spent === 1;
}
