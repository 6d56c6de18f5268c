import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { requireRecentProof } from '../identity/auth/recent-proof.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { checkCode } from './code-check.ts';
import { queueCodeMail } from './email-code.ts';
import { completeFactorRemoval } from './factor-removal.ts';
import { emailNotOffered, methodNotSetUp } from './failures.ts';
import { queueFactorNotification } from './factor-notification.ts';
import { changeFactorStatus, getPolicy, loadFactorStatus } from './factor-status.ts';

/**
 * Mails a code to a signed-in user who sets up codes by email. Throws `proof_needed`, or 403 `second_factor_not_offered` if second factors are not
 * enabled for the site.
 */
export async function beginEmailFactor(site: Site, viewer: Viewer, redirectTo: string): Promise<void> {
  await requireRecentProof(site, viewer);
  if (!getPolicy(site).isProtected) throw emailNotOffered();
  await site.db.transaction(async (tx) => void (await queueCodeMail(site, tx, viewer.id, { purpose: 'activation', redirectTo })));
  notifyMailQueued(site);
}

/** Checks the mailed code and activates codes by email. Throws `proof_needed` and the failures of `checkCode`. */
export async function confirmEmailFactor(site: Site, viewer: Viewer, code: string): Promise<void> {
  await requireRecentProof(site, viewer);
  const userId = viewer.id;
  await checkCode(
    site,
    userId,
    { source: 'email', code },
    {
      onCorrect: async (tx) => {
        await changeFactorStatus(tx, userId, { emailStatus: 'active' });
        await queueFactorNotification(site, tx, { userId, news: 'email added' });
      },
    },
  );
  notifyMailQueued(site);
}

/** Disables codes by email until the user sets them up again. Throws `proof_needed`, 404 `second_factor_not_set_up` or `second_factor_required`. */
export async function removeEmailFactor(site: Site, viewer: Viewer): Promise<void> {
  await requireRecentProof(site, viewer);
  await site.db.transaction(async (tx) => {
    if ((await loadFactorStatus(tx, viewer.id)).email !== 'active') throw methodNotSetUp();
    await changeFactorStatus(tx, viewer.id, { emailStatus: 'disabled' });
    await completeFactorRemoval(site, tx, viewer.id);
    await queueFactorNotification(site, tx, { userId: viewer.id, news: 'email removed' });
  });
  notifyMailQueued(site);
}
