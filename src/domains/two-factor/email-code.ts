import { type KeyOwner, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import { randomBytes, randomInt } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';

const CODE_LIFE_MS = 15 * 60_000;
const LINK_LIFE_MS = 2 * 60_000;
const DIGITS = 8;
/** Length of a keyed hash in characters. */
const HASH_LENGTH = 64;

/** Purpose of a mailed code, which only affects the text of the mail. */
export type CodePurpose = 'sign-in' | 'activation';

/** Payload of the mail with a code. */
export interface CodeMail {
  userId: number;
  code: string;
  token: string;
  redirectTo: string;
  purpose: CodePurpose;
}

/** Kind of the mail with a code. */
export const CODE_MAIL = 'second-factor-code';

const hashCode = (site: KeyOwner, userId: number, code: string) => createKeyedHash(site, 'email-code', `${userId}|${code}`);
const hashToken = (site: KeyOwner, userId: number, token: string) => createKeyedHash(site, 'one-time-login', `${userId}|${token}`);

/**
 * Creates a code and a link for a user and queues a mail with both. They replace the previous code and link. Returns the keyed hash of the code. Call
 * `notifyMailQueued` after the commit.
 */
export async function queueCodeMail(
  site: Site,
  tx: Tx,
  userId: number,
  { purpose, redirectTo }: { purpose: CodePurpose; redirectTo: string },
): Promise<string> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const token = randomBytes(32).toString('base64url');
  const createdAt = now();
  const stored = { codeHash: hashCode(site, userId, code), createdAt };
  const link = { tokenHash: hashToken(site, userId, token), expiresAt: new Date(createdAt.getTime() + LINK_LIFE_MS) };
  await tx.emailCode.upsert({ where: { userId }, create: { userId, ...stored }, update: stored, select: { userId: true } });
  await tx.oneTimeLogin.upsert({ where: { userId }, create: { userId, ...link }, update: link, select: { userId: true } });
  const payload: CodeMail = { userId, code, token, redirectTo, purpose };
  await postMail(site, tx, { kind: CODE_MAIL, payload, forgets: true });
  return stored.codeHash;
}

/** Returns true if the code was mailed to the user in the last 15 minutes. Ignores spaces. */
export async function isMailedCode(site: Site, tx: Tx, userId: number, code: string): Promise<boolean> {
  const stored = await tx.emailCode.findUnique({ where: { userId }, select: { codeHash: true, createdAt: true } });
  const matches = (keyOwner: KeyOwner) =>
    areEqualInConstantTime(hashCode(keyOwner, userId, code.replace(/\s/g, '')), stored?.codeHash ?? '-'.repeat(HASH_LENGTH));
  return matchesAnyKey(site, matches) && now().getTime() - (stored?.createdAt.getTime() ?? 0) <= CODE_LIFE_MS;
}

/** Returns true if a link with this token was mailed to the user in the last two minutes. */
export async function isMailedLink(site: Site, tx: Tx, userId: number, token: string): Promise<boolean> {
  const stored = await tx.oneTimeLogin.findUnique({ where: { userId }, select: { tokenHash: true, expiresAt: true } });
  const matches = (keyOwner: KeyOwner) =>
    areEqualInConstantTime(hashToken(keyOwner, userId, token), stored?.tokenHash ?? '-'.repeat(HASH_LENGTH));
  return matchesAnyKey(site, matches) && stored !== null && stored.expiresAt > now();
}

/** Deletes both the code and the link of a user. Returns true if the code or link given by `kind` existed. */
export async function consumeMailedCodeOrLink(tx: Tx, userId: number, kind: 'code' | 'link'): Promise<boolean> {
  const [codes, links] = [await tx.emailCode.deleteMany({ where: { userId } }), await tx.oneTimeLogin.deleteMany({ where: { userId } })];
  return (kind === 'code' ? codes : links).count > 0;
}
