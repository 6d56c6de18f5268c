import { defineDomain } from '#app/site.ts';
import { mountAssets } from '#app/web/pages/asset.ts';
import { useSecondFactor } from '../identity/auth/second-factor.ts';
import { removeOldSignIns } from './clean-up.ts';
import { startSecondStep } from './password-step.ts';
import { mountPasskeySignIn, renderPasskeySignIn } from './pages/passkey-sign-in.page.ts';
import { passkeyScript } from './pages/passkey-form.ts';
import { mountSecondFactors } from './pages/second-factors.page.ts';
import { renderAccountPart } from './pages/second-factors.view.ts';
import { mountSecondStep } from './pages/second-step.page.ts';
import { graceReminders } from './reminder.job.ts';
import { twoFactorMails } from './two-factor.mails.ts';
import * as twoFactorSettings from './two-factor.settings.ts';
import { twoFactorData } from './personal-data.ts';

/** Second factors for sign-in: authenticator apps, passkeys, codes by email and recovery codes. */
export const twoFactor = defineDomain({
  name: 'two-factor',
  personalData: twoFactorData,
  settings: Object.values(twoFactorSettings),
  jobs: [graceReminders],
  mails: twoFactorMails,
  cleanUp: async (site) => ({ signIns: await removeOldSignIns(site) }),
  http: (_app, site) => useSecondFactor(site, startSecondStep),
  getSignInPart: renderPasskeySignIn,
  getAccountPart: renderAccountPart,
  pages(app, site) {
    mountAssets(app, [passkeyScript]);
    mountSecondStep(app, site);
    mountPasskeySignIn(app, site);
    mountSecondFactors(app, site);
  },
});
