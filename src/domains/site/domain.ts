import { defineDomain } from '#app/site.ts';
import { removeOldMail } from '#app/core/mail/retention.ts';
import * as onboardingSettings from './onboarding/onboarding.settings.ts';
import { mountConnect } from './onboarding/pages/connect.page.ts';
import { cleanUp, foldWrites, sendMail } from './site.jobs.ts';
import { siteData } from './personal-data.ts';

/** Options of the site, onboarding and mail delivery. */
export const siteDomain = defineDomain({
  name: 'site',
  personalData: siteData,
  settings: Object.values(onboardingSettings),
  jobs: [sendMail, foldWrites, cleanUp],
  pages: mountConnect,
  cleanUp: async (site) => ({ mail: await removeOldMail(site) }),
});
