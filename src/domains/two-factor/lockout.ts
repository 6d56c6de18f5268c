import type { Tx } from '#app/core/db/database.ts';
import { postMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { removePassword } from '../identity/users/user.service.ts';
import { resetFailedCodes } from './failed-codes.ts';
import { changeFactorStatus } from './factor-status.ts';

/** Kind of the mail about a removed password. */
export const LOCKOUT_MAIL = 'second-factor-lockout';

/** Payload of the mail about a removed password. */
export interface LockoutMail {
  userId: number;
  /** Recipient: the user or the administrator. */
  to: 'user' | 'administrator';
}

/**
 * Removes the password of a user after too many wrong codes, because someone who knows the password is guessing the codes. Ends the sessions and the
 * pending sign-in, and queues mails to the user and the administrator. Call `invalidateIdentity` and `notifyMailQueued` after the commit.
 */
export async function lockOut(site: Site, tx: Tx, userId: number): Promise<void> {
  await removePassword(tx, userId);
  await tx.loginNonce.deleteMany({ where: { userId } });
  await tx.emailCode.deleteMany({ where: { userId } });
  await tx.oneTimeLogin.deleteMany({ where: { userId } });
  await resetFailedCodes(tx, userId);
  await changeFactorStatus(tx, userId, { passwordResetForced: true });
  for (const to of ['user', 'administrator'] as const) {
    const payload: LockoutMail = { userId, to };
    await postMail(site, tx, { kind: LOCKOUT_MAIL, payload });
  }
}
