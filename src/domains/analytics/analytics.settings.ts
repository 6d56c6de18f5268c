import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** Countries that require consent by default: European Economic Area, United Kingdom, Switzerland (docs/behaviour/analytics.md 5.2). */
const defaultRegions: readonly string[] =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

const defineBooleanSetting = (key: string, fallback: boolean, description: string) =>
  setting(key, z.boolean(), fallback, description, null);

export const adminBarEnabled = defineBooleanSetting('analytics_admin_bar', true, 'Whether the bar above pages shows statistics.');
export const conversionTrackingEnabled = defineBooleanSetting(
  'analytics_conversion_tracking',
  false,
  'Whether conversion events are sent to the provider.',
);
export const reportMailsEnabled = defineBooleanSetting('analytics_report_mails', true, 'Whether reports are mailed to subscribers.');

export const consentMode = setting(
  'analytics_consent_mode',
  z.object({ enabled: z.boolean(), regions: z.array(z.string()) }),
  { enabled: false, regions: [...defaultRegions] },
  'Whether tags wait for consent, and the countries of the visitors to whom this applies.',
  null,
);
export const setupTag = setting(
  'analytics_setup_tag',
  z.object({ token: z.string(), until: z.number() }).nullable(),
  null,
  'Token by which the provider recognizes the site, and the Unix time in seconds until which pages contain it.',
  null,
);
export const verificationTokens = setting(
  'analytics_verification_tokens',
  z.array(z.string()),
  [],
  'Tokens that pages contain to prove who owns the site.',
  null,
);

const extension = z.object({ name: z.string(), installed: z.boolean(), active: z.boolean() });

/** State of extensions of the host software that screens show (docs/behaviour/analytics.md 5.5, 5.6). */
export const extensions = setting(
  'analytics_extensions',
  z.record(z.string(), extension),
  {
    'wp-consent-api': { name: 'Consent API', installed: true, active: false },
    'analytics-dev-settings': { name: 'Developer settings', installed: false, active: false },
  },
  'State of the extensions that analytics screens show, by slug.',
  null,
);

/** Settings that a reset restores to their defaults. Excludes the state of extensions. */
export const resettableSettings = [
  adminBarEnabled,
  conversionTrackingEnabled,
  reportMailsEnabled,
  consentMode,
  setupTag,
  verificationTokens,
] as const;

export const analyticsSettings = [...resettableSettings, extensions];
