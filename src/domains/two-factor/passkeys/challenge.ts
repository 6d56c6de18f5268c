import { type Keeper, type Keepers, withAnyKey } from '#app/core/secrets/keeper.ts';
import { randomBytes } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement } from '#app/core/db/statement.ts';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

/** What a solved challenge is for: `sign-in` without a password, `second-factor` after it, `proof` within a session, `registration`. */
export type Purpose = 'sign-in' | 'second-factor' | 'proof' | 'registration';

/** For whom and what a challenge is good; user 0 = anyone who responds it. */
export interface Occasion {
  purpose: Purpose;
  userId: number;
}

const LIFE_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const FORM = /^[\w-]{72}$/;
/** Spent challenges that are over and go with each new one: more than come. */
const SWEPT = 10;

const macOf = (site: Keeper, { purpose, userId }: Occasion, head: Buffer) =>
  keyedHash(site, 'passkey challenge', `${purpose}|${userId}|${head.toString('hex')}`);

/** A challenge that needs no place until it is solved: random bytes and its end, with a keyed hash over them and the occasion. Good for five minutes. */
export function newChallenge(site: Pick<Site, 'secretKey'>, occasion: Occasion): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
  randomBytes(RANDOM_BYTES).copy(head);
  head.writeUIntBE(now().getTime() + LIFE_MS, RANDOM_BYTES, TIME_BYTES);
  return new Uint8Array(Buffer.concat([head, Buffer.from(macOf(site, occasion, head), 'hex')]));
}

/** Whether this text (base64url) is a challenge of ours for the occasion whose time is not over. */
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

/** Uses a challenge up: true for one of several who do so at the same time. Only correctly solved ones are stored, and only until they are over. */
export async function spendChallenge(site: Pick<Site, 'secretKey'>, tx: Tx, text: string): Promise<boolean> {
  const moment = now();
  const hash = keyedHash(site, 'spent challenge', text);
  const spent = await runIn(tx, spend, hash, new Date(moment.getTime() + LIFE_MS));
  await runIn(tx, sweep, moment);
  return spent === 1;
}
