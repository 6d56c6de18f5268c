import { type Keeper, withAnyKey } from '#app/core/secrets/keeper.ts';
import { randomBytes, randomInt } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

const CODE_LIFE_MS = 15 * 60_000;
const LINK_LIFE_MS = 2 * 60_000;
const DIGITS = 8;
/** Of a keyed hash. */
const HASH_LENGTH = 64;

/** What a mailed code is for: it only changes what the mail says. */
export type CodePurpose = 'sign-in' | 'activation';

/** What the mail with a code is made of. */
export interface CodeMail {
  userId: number;
  code: string;
  token: string;
  redirectTo: string;
  purpose: CodePurpose;
}

/** Kind of the mail that brings a code. */
export const CODE_MAIL = 'second-factor-code';

const codeHash = (site: Keeper, userId: number, code: string) => keyedHash(site, 'email-code', `${userId}|${code}`);
const tokenHash = (site: Keeper, userId: number, token: string) => keyedHash(site, 'one-time-login', `${userId}|${token}`);

/**
 * Makes a new code and a new link for a user, in place of former ones, and puts in the mail that brings both; call `mailWaits` once that is
 * committed. Returns the code as it is stored: its keyed hash.
 */
export async function mailCode(
  site: Site,
  tx: Tx,
  userId: number,
  { purpose, redirectTo }: { purpose: CodePurpose; redirectTo: string },
): Promise<string> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const token = randomBytes(32).toString('base64url');
  const createdAt = now();
  const stored = { codeHash: codeHash(site, userId, code), createdAt };
  const link = { tokenHash: tokenHash(site, userId, token), expiresAt: new Date(createdAt.getTime() + LINK_LIFE_MS) };
  await tx.emailCode.upsert({ where: { userId }, create: { userId, ...stored }, update: stored, select: { userId: true } });
  await tx.oneTimeLogin.upsert({ where: { userId }, create: { userId, ...link }, update: link, select: { userId: true } });
  const payload: CodeMail = { userId, code, token, redirectTo, purpose };
  await postMail(site, tx, { kind: CODE_MAIL, payload, forgets: true });
  return stored.codeHash;
}

/** Whether this is the code that was mailed to the user, not older than 15 minutes. Blanks in it do not count. */
export async function isMailedCode(site: Site, tx: Tx, userId: number, given: string): Promise<boolean> {
  const stored = await tx.emailCode.findUnique({ where: { userId }, select: { codeHash: true, createdAt: true } });
  const isIt = (keeper: Keeper) =>
    sameText(codeHash(keeper, userId, given.replace(/\s/g, '')), stored?.codeHash ?? '-'.repeat(HASH_LENGTH));
  return withAnyKey(site, isIt) && now().getTime() - (stored?.createdAt.getTime() ?? 0) <= CODE_LIFE_MS;
}

/** Whether this is the token of the link that was mailed to the user, not older than two minutes. */
export async function isMailedLink(site: Site, tx: Tx, userId: number, token: string): Promise<boolean> {
  const stored = await tx.oneTimeLogin.findUnique({ where: { userId }, select: { tokenHash: true, expiresAt: true } });
  const isIt = (keeper: Keeper) => sameText(tokenHash(keeper, userId, token), stored?.tokenHash ?? '-'.repeat(HASH_LENGTH));
  return withAnyKey(site, isIt) && stored !== null && stored.expiresAt > now();
}

/** Takes code and link of a user away; false when there was no code any more, or no link. */
export async function useMailed(tx: Tx, userId: number, what: 'code' | 'link'): Promise<boolean> {
  const [codes, links] = [await tx.emailCode.deleteMany({ where: { userId } }), await tx.oneTimeLogin.deleteMany({ where: { userId } })];
  return (what === 'code' ? codes : links).count > 0;
}
