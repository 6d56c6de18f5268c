import type { Site } from '#app/site.ts';
import type { ShortcodeExpander } from '#app/core/shortcodes/expand-shortcodes.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { getCookiePolicy } from '../revision/dependent.rules.ts';
import { PRIVACY_SETTINGS_PATH } from '../settings-path.ts';

/** Links that scripts of other front ends handle. Pages of this site link to the privacy settings instead, which need no script. */
const CONSENT_LINKS = /href="#consent-(?:change|history|revoke)"/g;

/** Expands `[cookie-policy]` to the current cookie policy. */
export const renderCookiePolicyShortcode: ShortcodeExpander<Site> = async (site, shortcodes, { reader }) => {
  const policy = getCookiePolicy(await readConfiguration(site));
  const rendered = reader === null ? policy : policy.replace(CONSENT_LINKS, `href="${toSitePath(site, PRIVACY_SETTINGS_PATH)}"`);
  return shortcodes.map(() => rendered);
};
