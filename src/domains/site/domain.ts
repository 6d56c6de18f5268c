import { defineDomain } from '#app/core/domain/domain.ts';
import { removeOldMail } from '#app/core/mail/retention.ts';
import { onboardingSettings } from './onboarding/onboarding.settings.ts';
import { mountConnect } from './onboarding/pages/connect.page.ts';
import { siteData } from './personal-data.ts';

/** The site as a whole: its options and its first steps. */
export const siteItself = defineDomain({
  name: 'site',
  personalData: siteData,
  settings: onboardingSettings,
  pages: mountConnect,
  cleanUp: async (site) => ({ mail: await removeOldMail(site) }),
});
