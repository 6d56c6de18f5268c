import { mailWaits } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { requireRecentProof } from '../identity/auth/recent-proof.ts';
import type { Viewer } from '../identity/auth/viewer.ts';
import { checkCode } from './code-check.ts';
import { mailCode } from './email-code.ts';
import { factorGone } from './factor-gone.ts';
import { emailNotOffered, methodNotSetUp } from './failures.ts';
import { postNews } from './news.ts';
import { changeStanding, policyOf, standingOf } from './standing.ts';

/** Mails a code to someone signed in who wants codes by e-mail. Throws `proof_needed`, and 403 `second_factor_not_offered` where the site asks for none. */
export async function beginEmailFactor(site: Site, viewer: Viewer, redirectTo: string): Promise<void> {
  await requireRecentProof(site, viewer);
  if (!policyOf(site).isProtected) throw emailNotOffered();
  await site.db.transaction(async (tx) => void (await mailCode(site, tx, viewer.id, { purpose: 'activation', redirectTo })));
  mailWaits(site);
}

/** The code that was mailed makes codes by e-mail a second factor. Throws `proof_needed` and what `checkCode` throws. */
export async function confirmEmailFactor(site: Site, viewer: Viewer, code: string): Promise<void> {
  await requireRecentProof(site, viewer);
  const userId = viewer.id;
  await checkCode(
    site,
    userId,
    { source: 'email', code },
    {
      onRight: async (tx) => {
        await changeStanding(tx, userId, { emailStatus: 'active' });
        await postNews(site, tx, { userId, news: 'email added' });
      },
    },
  );
  mailWaits(site);
}

/** Turns codes by e-mail off, and never asks again. Throws `proof_needed`, 404 `second_factor_not_set_up` and `second_factor_required`. */
export async function removeEmailFactor(site: Site, viewer: Viewer): Promise<void> {
  await requireRecentProof(site, viewer);
  await site.db.transaction(async (tx) => {
    if ((await standingOf(tx, viewer.id)).email !== 'active') throw methodNotSetUp();
    await changeStanding(tx, viewer.id, { emailStatus: 'disabled' });
    await factorGone(site, tx, viewer.id);
    await postNews(site, tx, { userId: viewer.id, news: 'email removed' });
  });
  mailWaits(site);
}
