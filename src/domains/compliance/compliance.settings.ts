import { z } from 'zod';
import { type Setting, setting } from '#app/core/settings/setting.ts';
import { type Region, regionNames } from './regions/regions.rules.ts';

const WRITE = 'manage_privacy';
const text = z.string().max(1000);
const longText = z.string().max(20_000);
const email = z.union([z.literal(''), z.email()]);

/** Declares a setting that privacy managers may change. */
const declare = <T>(key: string, schema: z.ZodType<T>, fallback: T, description: string): Setting<T> =>
  setting(key, schema, fallback, description, WRITE);

/** Sources of a legal document. */
const sources = ['none', 'generated', 'custom', 'url'] as const;
const source = z.enum(sources);

const statisticsTools = ['no', 'yes', 'google-analytics', 'google-tag-manager', 'matomo', 'clicky'] as const;
const statisticsTerms = ['accepted', 'ip-addresses-blocked', 'no-sharing'] as const;

export const regions = declare<Region[]>(
  'regions',
  z
    .array(z.enum(regionNames))
    .max(20)
    .overwrite((names) => [...new Set(names)]),
  ['eu', 'us'],
  'Regions whose laws the site follows.',
);
export const otherRegionBehavior = declare(
  'other_region_behaviour',
  z.enum(['none', ...regionNames]),
  'none',
  'Region whose laws apply to visitors from other regions; `none` means no law.',
);
export const companyCountry = declare('country_company', z.string().regex(/^[A-Z]{2}$/), 'US', 'Two-letter country code of the company.');
export const organizationName = declare('organisation_name', text, '', 'Name of the company, as legal documents name it.');
export const companyAddress = declare('address_company', text, '', 'Postal address of the company, which may contain line breaks.');
export const companyEmail = declare('email_company', email, '', 'E-mail address of the company in legal documents.');
export const companyTelephone = declare('telephone_company', text, '', 'Telephone number of the company in legal documents.');
export const cookieStatement = declare('cookie-statement', source, 'generated', 'Source of the cookie policy.');
export const privacyStatement = declare('privacy-statement', source, 'custom', 'Source of the privacy statement.');
export const impressum = declare('impressum', source, 'none', 'Source of the imprint.');
const disclaimer = declare('disclaimer', source, 'none', 'Source of the disclaimer.');
export const compileStatistics = declare('compile_statistics', z.enum(statisticsTools), 'no', 'Tool that counts the visits of the site.');
export const statisticsDetails = declare(
  'compile_statistics_more_info',
  z.array(z.enum(statisticsTerms)).max(10),
  [],
  'Agreements with the provider of the statistics tool: processing terms are accepted, IP addresses are blocked, data is not shared.',
);
export const consentForAnonymousStatistics = declare(
  'consent_for_anonymous_stats',
  z.boolean(),
  false,
  'Whether anonymous statistics require consent, too.',
);
export const euConsentRegions = declare(
  'eu_consent_regions',
  z.boolean(),
  false,
  'Whether the site targets a country of the EU that requires consent for all statistics.',
);
export const targetsQuebec = declare('ca_targets_quebec', z.boolean(), false, 'Whether the site targets people in Quebec.');
export const processesSensitiveData = declare(
  'sensitive_information_processed',
  z.boolean(),
  false,
  'Whether the site processes sensitive data, such as health data.',
);
export const respectsPrivacySignals = declare(
  'respect_dnt',
  z.boolean(),
  false,
  'Whether visitors whose browser sends a privacy signal (DNT, GPC) see no banner.',
);
export const consentPerService = declare('consent_per_service', z.boolean(), false, 'Whether visitors consent to each service separately.');
export const safeMode = declare(
  'safe_mode',
  z.boolean(),
  false,
  'If true, no service is blocked. Use it to find out whether blocking causes an error.',
);
export const usersSeeAdministration = declare(
  'wp_admin_access_users',
  z.boolean(),
  false,
  'Whether visitors can have accounts. The cookie policy then lists the cookies that accounts need.',
);
export const cookieExpiry = declare('cookie_expiry', z.number().int().min(1).max(3650), 365, 'Days for which a consent is stored.');
export const takesDataRequests = declare('datarequest', z.boolean(), true, 'Whether legal documents contain the form for data requests.');
export const notificationSender = declare(
  'notification_from_email',
  email,
  '',
  'Email address for questions about a data request; the address of the administrator if empty.',
);
export const notificationSubject = declare(
  'notification_email_subject',
  text,
  'We have received your request',
  'Subject of the mail that confirms a data request; {name} and {blogname} are replaced.',
);
export const notificationContent = declare(
  'notification_email_content',
  longText,
  'Hello {name},\n\nWe have received your request. We will reply as soon as possible, at the latest within a month.\n\n{blogname}',
  'Text of the mail that confirms a data request; empty lines separate paragraphs, and {name} and {blogname} are replaced.',
);
export const scanStatus = declare(
  'scan_status',
  z.enum(['enabled', 'disabled']),
  'disabled',
  'Whether results of site scanners are accepted.',
);
export const scanEmail = declare(
  'scan_email',
  email,
  '',
  'Email address to which results of scans are sent; the address of the administrator if empty.',
);
export const noAutomaticScan = declare(
  'disable_automatic_cookiescan',
  z.boolean(),
  false,
  'Whether automatic scans and mails about their results are switched off.',
);
export const scannerToken = declare(
  'scanner_user_agent',
  z.string().min(1).max(100),
  'radar',
  'Text that the user agent of a site scanner must contain.',
);
export const consentMode = declare(
  'consent_mode',
  z.boolean(),
  false,
  'Whether tags receive the decision of the visitor through the consent mode of their provider, such as Google Consent Mode.',
);

/** Declares a time that legal documents show and users cannot set (Unix seconds, 0 means never). */
const declareTime = (key: string, description: string) => setting(key, z.number().int().min(0), 0, description, null);
export const publishedAt = declareTime('compliance_published_at', 'Time of the last change to legal documents (Unix seconds).');
export const checkedAt = declareTime('compliance_checked_at', 'Time at which a user last confirmed the legal documents (Unix seconds).');
export const syncedAt = declareTime(
  'compliance_synced_at',
  'Time of the last comparison of the cookie inventory with the site (Unix seconds).',
);

/** Settings of `complianceSettings` in GraphQL, by their names there. */
export const complianceOptions = {
  regions,
  otherRegionBehavior,
  companyCountry,
  organizationName,
  companyAddress,
  companyEmail,
  companyTelephone,
  cookieStatement,
  privacyStatement,
  impressum,
  disclaimer,
  compileStatistics,
  statisticsDetails,
  consentForAnonymousStatistics,
  euConsentRegions,
  targetsQuebec,
  processesSensitiveData,
  respectsPrivacySignals,
  consentPerService,
  safeMode,
  usersSeeAdministration,
  cookieExpiry,
  takesDataRequests,
  notificationSender,
  notificationSubject,
  notificationContent,
  scanStatus,
  scanEmail,
  noAutomaticScan,
  scannerToken,
  consentMode,
};

/** 0, or at least 31, because the time of the last checks decides for 30 days whether new ones may start. */
const retentionDays = z
  .number()
  .int()
  .max(36_600)
  .refine((value) => value === 0 || value >= 31, 'must be 0 or at least 31');
export const scanRetentionDays = declare(
  'scan_kept_days',
  retentionDays,
  365,
  'Days for which scans of the site are stored; 0 means forever. The newest scan of cookies is always stored.',
);

export const complianceSettings = [...Object.values(complianceOptions), publishedAt, checkedAt, syncedAt, scanRetentionDays];
