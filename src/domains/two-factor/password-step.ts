import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import type { SecondFactor } from '../identity/auth/second-factor.ts';
import { queueCodeMail } from './email-code.ts';
import { issueLoginNonce } from './login-nonce.ts';
import { changeFactorStatus, evaluateUser } from './factor-status.ts';

/** Path of the page for the second-factor step. */
export const SECOND_STEP_PATH = '/sign-in/second-step';

const EXPIRED_MESSAGE =
  'The time to set up a second factor has ended, and your role requires one. Please ask an administrator of this site to reset your second factors.';

const startGrace = statement(
  'begin_grace',
  `INSERT INTO two_factor_state AS s (user_id, grace_started_at) VALUES ($1, $2::timestamptz)
    ON CONFLICT (user_id) DO UPDATE SET grace_started_at = excluded.grace_started_at WHERE s.grace_started_at IS NULL`,
);

/** Starts the grace period of a user, unless it has already started. */
async function beginGrace(tx: Tx, userId: number): Promise<void> {
  await executeIn(tx, startGrace, userId, now());
}

/**
 * Returns the step that follows a correct password, depending on the user's role and the settings, with a proof for the second-factor step. Mails a
 * code if email is the first method.
 */
export const startSecondStep: SecondFactor = async (site: Site, user, redirectTo, ip) => {
  const step = await site.db.transaction(async (tx) => {
    // a sign-in with a password completes a forced password reset
    await tx.twoFactorState.updateMany({ where: { userId: user.id, passwordResetForced: true }, data: { passwordResetForced: false } });
    const { step: next, isForced } = await evaluateUser(site, tx, user);
    if (next.action === 'none') return null;
    if (isForced) await beginGrace(tx, user.id);
    if (next.action === 'expired') return { action: next.action, methods: [], loginNonce: null, page: null, message: EXPIRED_MESSAGE };
    if (next.action === 'onboarding' && isForced) await changeFactorStatus(tx, user.id, { emailStatus: 'open' });
    const methods = next.action === 'challenge' ? next.methods : [];
    // users with a more secure method can request a mail on the page
    if (methods[0] === 'email') await queueCodeMail(site, tx, user.id, { purpose: 'sign-in', redirectTo });
    return { action: next.action, methods, loginNonce: await issueLoginNonce(site, tx, user.id, ip), page: SECOND_STEP_PATH, message: '' };
  });
  if (step?.methods[0] === 'email') notifyMailQueued(site);
  return step;
};
