import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { invalidateIdentity } from '../identity/auth/identities.ts';
import { getUser } from '../identity/users/user.service.ts';
import { queueFactorNotification } from './factor-notification.ts';

/**
 * Removes all second factors of a user who has lost them. Also removes pending codes and sign-ins, the count of wrong codes and all sessions. The
 * grace period starts again. Application passwords do not change. Throws 404 `user_not_found`.
 */
export async function resetSecondFactors(site: Site, userId: number): Promise<void> {
  await getUser(site, userId);
  await site.db.transaction(async (tx) => {
    const where = { userId };
    await tx.authenticatorApp.deleteMany({ where });
    await tx.passkey.deleteMany({ where });
    await tx.recoveryCode.deleteMany({ where });
    await tx.emailCode.deleteMany({ where });
    await tx.oneTimeLogin.deleteMany({ where });
    await tx.loginNonce.deleteMany({ where });
    await tx.session.deleteMany({ where });
    await tx.twoFactorState.updateMany({
      where,
      data: { emailStatus: 'open', graceStartedAt: null, remindedAt: null, failedCodes: 0, lastFailedAt: null },
    });
    await queueFactorNotification(site, tx, { userId, news: 'reset' });
  });
  await invalidateIdentity(site, userId);
  notifyMailQueued(site);
}
