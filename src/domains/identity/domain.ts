import { defineDomain } from '#app/site.ts';
import { purgeSessions } from './auth/sessions.ts';
import { mountAccount } from './pages/account.page.ts';
import { mountAuthorize } from './pages/authorize.page.ts';
import { mountAvatars } from './pages/avatar.route.ts';
import { mountNonce } from './pages/nonce.route.ts';
import { mountPasswordReset } from './pages/password-reset.page.ts';
import { mountSignIn } from './pages/sign-in.page.ts';
import { passwordMails } from './users/password-reset.ts';
import * as identitySettings from './identity.settings.ts';
import { accountData } from './personal-data.ts';

/** Users, sign-in and permissions. */
export const identity = defineDomain({
  name: 'identity',
  personalData: accountData,
  settings: Object.values(identitySettings),
  mails: passwordMails,
  cleanUp: async (site) => ({ sessions: await purgeSessions(site) }),
  pages(app, site) {
    mountSignIn(app, site);
    mountPasswordReset(app, site);
    mountAccount(app, site);
    mountAuthorize(app, site);
    mountNonce(app, site);
    mountAvatars(app);
  },
});
