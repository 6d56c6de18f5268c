import { defineDomain } from '#app/site.ts';
import type { DeclaredSetting } from '#app/core/settings/setting.ts';
import { blockElements } from './blocking/blocked-body.ts';
import { ensureConsentContent } from './configuration/initial.ts';
import { recordLogEnd, refreshCountries, removeOldConsents } from './consent.jobs.ts';
import { countryWork } from './country/country-work.ts';
import { renderBannerHead, isBannerActive, mountBannerScript } from './pages/banner-script.ts';
import { mountPrivacySettings } from './pages/privacy-settings.page.ts';
import { renderCookiePolicyShortcode } from './policy/policy.shortcode.ts';
import { scanWork } from './scanner/scan-work.ts';
import { bannerDesign, bannerLicense } from './settings/design.settings.ts';
import { PRIVACY_SETTINGS_PATH } from './settings-path.ts';
import { options } from './settings/options.ts';
import * as stateSettings from './settings/state.settings.ts';
import { consentData } from './personal-data.ts';

/** The consent banner, the decisions of visitors, and the log that proves them. */
export const consent = defineDomain({
  name: 'consent',
  personalData: consentData,
  settings: [
    ...Object.values(options).map(({ setting }) => setting as DeclaredSetting),
    bannerDesign,
    bannerLicense,
    ...Object.values(stateSettings),
  ],
  jobs: [removeOldConsents, recordLogEnd, refreshCountries],
  queueJobTypes: [...scanWork, countryWork],
  createInitialContent: ensureConsentContent,
  getFooterLinks: (site, translate) => (isBannerActive(site) ? [{ label: translate('menu.privacy'), path: PRIVACY_SETTINGS_PATH }] : []),
  shortcodes: { 'cookie-policy': renderCookiePolicyShortcode },
  getPageHead: renderBannerHead,
  adaptPageBody: blockElements,
  pages: (app, site) => {
    mountBannerScript(app);
    mountPrivacySettings(app, site);
  },
});
