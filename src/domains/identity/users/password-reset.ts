import { mapKeyOwners } from '#app/core/secrets/key-owner.ts';
import { now } from '#app/core/time/clock.ts';
import { Failure, notFound } from '#app/core/failures/failure.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import type { Composer } from '#app/core/mail/composer.ts';
import { writeLetter } from '#app/core/mail/letter.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { countAttempt, buildAttemptTarget } from '../auth/attempts.ts';
import { findUser, findUserByName, type UserRecord } from './user.record.ts';
import { checkAccount } from './user.rules.ts';
import { updateUser } from './user.service.ts';

/** Path of the page that the reset link opens. */
export const RESET_PATH = '/new-password';
const RESET_MAIL = 'password-reset';

const LIFE_MS = 60 * 60_000;
/** Maximum number of mails to one user within `LIFE_MS`, so that other people cannot flood a mailbox. */
const MAX_MAILS = 3;
const TOKEN = /^([1-9]\d{0,8})-(\d{13})-([0-9a-f]{64})$/;

/**
 * Returns the valid proofs of a link: one with the site's key, then one with each previous key. Each proof depends on the current password and email
 * address. A change of either invalidates the link, so that no link needs to be stored.
 */
async function listProofs(site: Site, { id, email }: UserRecord, expires: number): Promise<string[]> {
  const { passwordHash } = await site.db.prisma.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } });
  return mapKeyOwners(site, (keyOwner) => createKeyedHash(keyOwner, 'password reset', JSON.stringify([id, email, passwordHash, expires])));
}

/** Composes the mail with the reset link. */
const resetMail: Composer<Site> = async (site, { payload }) => {
  const user = await findUser(site, (payload as { userId?: number } | null)?.userId ?? 0);
  if (!user) return null;
  const expires = now().getTime() + LIFE_MS;
  const [proof] = await listProofs(site, user, expires);
  const token = `${user.id}-${expires}-${proof}`;
  const translate = getDefaultTexts(site);
  return writeLetter(site, {
    to: { name: user.displayName, address: user.email },
    language: translate.language,
    subject: translate('letter.reset.subject', { site: site.settings.get(siteName) }),
    parts: [
      translate('letter.reset.asked', { login: user.login }),
      { label: translate('letter.reset.choose'), link: `${site.config.siteUrl}${RESET_PATH}?token=${token}` },
      translate('letter.reset.once'),
    ],
  });
};

/** Composers of mails about passwords, by kind of mail. */
export const passwordMails = { [RESET_MAIL]: resetMail };

/**
 * Sends a reset link to the user with this login name or email address. Does not reveal whether the user exists. Throws 429 `too_many_attempts`.
 */
export async function requestReset(site: Site, name: string, client: { ip: string }): Promise<void> {
  const user = await findUserByName(site, name.trim());
  await countAttempt(site, 'password reset', { ip: client.ip, target: buildAttemptTarget(user, name) });
  if (!user) return;
  await site.db.transaction(async (tx) => {
    const bucket = { limit: MAX_MAILS, lifeMs: LIFE_MS };
    if ((await takeFromBucket(site, tx, `password reset mails to user ${user.id}`, bucket)) !== null) return;
    await postMail(site, tx, { kind: RESET_MAIL, payload: { userId: user.id } });
  });
  notifyMailQueued(site);
}

/** Returns the user of a reset token, or null if the token is invalid or has expired, or if it was used. */
export async function findUserByResetToken(site: Site, token: string): Promise<UserRecord | null> {
  const [, id = '', expires = '', proof = ''] = TOKEN.exec(token) ?? [];
  if (proof === '' || Number(expires) <= now().getTime()) return null;
  const user = await findUser(site, Number(id));
  return user && (await listProofs(site, user, Number(expires))).some((candidate) => areEqualInConstantTime(candidate, proof))
    ? user
    : null;
}

/**
 * Sets the password of the link's user and ends all sessions of that user. Throws `reset_link_over` for an invalid link. Throws like `checkAccount`
 * for an invalid password; the link then stays valid.
 */
export async function resetPassword(site: Site, token: string, password: string): Promise<void> {
  const user = await findUserByResetToken(site, token);
  if (!user) throw invalidLink();
  checkAccount({ password });
  // if concurrent requests use the same link, only one succeeds
  const retryAfter = await site.db.transaction((tx) => takeFromBucket(site, tx, `password reset ${token}`, { limit: 1, lifeMs: LIFE_MS }));
  if (retryAfter !== null) throw invalidLink();
  await updateUser(site, user.id, { password });
}

function invalidLink(): Failure {
  return notFound('reset_link_over', 'This link has been used or is older than an hour. Please request a new one.');
}
