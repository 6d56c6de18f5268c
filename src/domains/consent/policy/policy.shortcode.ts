import type { Site } from '#app/site.ts';
import type { ShortcodeExpander } from '#app/core/shortcodes/expand-shortcodes.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { cookiePolicyOf } from '../revision/dependent.rules.ts';
import { PRIVACY_SETTINGS_PATH } from '../settings-path.ts';

/** Links that front ends with a script of their own act on; pages of the site lead to the settings, which need none. */
const ACTIONS = /href="#consent-(?:change|history|revoke)"/g;

/** What `[cookie-policy]` stands for: the cookie policy as the settings and published services are now. */
export const cookiePolicyShortcode: ShortcodeExpander<Site> = async (site, shortcodes, { reader }) => {
  const policy = cookiePolicyOf(await readConfiguration(site));
  const shown = reader === null ? policy : policy.replace(ACTIONS, `href="${sitePath(site, PRIVACY_SETTINGS_PATH)}"`);
  return shortcodes.map(() => shown);
};
