import type { Tx } from '#app/core/db/database.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { takePasswordAway } from '../identity/users/user.service.ts';
import { forgetGuesses } from './guesses.ts';
import { changeStanding } from './standing.ts';

/** Kind of the mail that tells of a password that was taken away. */
export const LOCKOUT_MAIL = 'second-factor-lockout';

/** What that mail is made of. */
export interface LockoutMail {
  userId: number;
  /** The user, or anyone who looks after the site. */
  to: 'user' | 'administrator';
}

/**
 * Someone who knows the password guesses codes: takes the password away, ends the sessions and the sign-in under way, and tells the user and
 * the administrator. To be followed by `identityChanged` and `mailWaits` once it is committed.
 */
export async function lockOut(site: Site, tx: Tx, userId: number): Promise<void> {
  await takePasswordAway(tx, userId);
  await tx.loginNonce.deleteMany({ where: { userId } });
  await tx.emailCode.deleteMany({ where: { userId } });
  await tx.oneTimeLogin.deleteMany({ where: { userId } });
  await forgetGuesses(tx, userId);
  await changeStanding(tx, userId, { passwordResetForced: true });
  for (const to of ['user', 'administrator'] as const) {
    const payload: LockoutMail = { userId, to };
    await postMail(site, tx, { kind: LOCKOUT_MAIL, payload });
  }
}
