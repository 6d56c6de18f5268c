import { z } from 'zod';
import { type Setting, setting } from '#app/core/settings/setting.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import { ageLimits, countryCodes } from './country-lists.ts';

/** Facts from which defaults are computed. */
export interface DefaultFacts {
  siteName: string;
  administratorEmail: string;
  operatorCountry: string;
}

/** One option of the banner: how it is stored, validated and exported. */
export interface Option<T> {
  /** Null means not set. */
  setting: Setting<T | null>;
  /** Type of a stored value. An invalid value counts as not set. */
  schema: z.ZodType<T>;
  fallback: T | ((facts: DefaultFacts) => T);
  /** Returns the value to store. Undefined for an invalid value. */
  clean(value: T): T | undefined;
  exportKey: string;
}

type Clean<T> = (value: T) => T | undefined;

const keep = <T>(value: T): T => value;

function option<T>(
  name: string,
  schema: z.ZodType<T>,
  fallback: Option<T>['fallback'],
  exportKey: string,
  description: string,
  clean: Clean<T> = keep,
): Option<T> {
  return { setting: setting(`consent_${name}`, schema.nullable(), null, description, null), schema, fallback, clean, exportKey };
}

const flag = z.boolean();
const text = z.string();
const count = z.number();

const wholeNumber = (value: number): number => Math.abs(Math.trunc(value));
/** Replaces numbers outside of the range with its maximum. */
const within = (min: number, max: number) => (value: number) => (value < min || value > max ? max : Math.trunc(value));
const oneOf =
  (values: readonly string[]): Clean<string> =>
  (value) =>
    values.includes(value) ? value : undefined;

const emailSchema = z.email();

/** Laws under which consent is requested. */
export const legalBases = ['gdpr-eprivacy', 'dsg-switzerland'] as const;
export const failureHandlings = ['optimistic', 'essentials'] as const;
export const countryBypassTypes = ['all', 'essentials'] as const;
/** Returns the known laws of a comma-separated list. */
export function knownLegalBases(list: string): string[] {
  return list
    .split(',')
    .map((law) => law.trim())
    .filter((law) => (legalBases as readonly string[]).includes(law));
}

const cleanPageIds: Clean<string> = (list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => /^\d{1,9}$/.test(part))
    .join(',');

const defaultLegalBases = ({ operatorCountry }: DefaultFacts) => (operatorCountry === 'CH' ? legalBases.join() : legalBases[0]);

/** The 19 options of `/settings` (consent-queue-product.md 1.1), by their names in this domain. */
export const publishedOptions = {
  bannerActive: option('banner_active', flag, false, 'SETTING_BANNER_ACTIVE', 'Whether visitors see the consent banner.'),
  blockerActive: option('blocker_active', flag, true, 'SETTING_BLOCKER_ACTIVE', 'Whether content blockers are active.'),
  operatorCountry: option(
    'operator_country',
    text,
    '',
    'SETTING_OPERATOR_COUNTRY',
    'Two-letter country code of the site’s operator; empty if unknown.',
    oneOf(['', ...countryCodes]),
  ),
  operatorContactAddress: option(
    'operator_contact_address',
    text,
    ({ siteName }) => siteName,
    'SETTING_OPERATOR_CONTACT_ADDRESS',
    'Name and address of the operator.',
    cleanTextarea,
  ),
  operatorContactPhone: option(
    'operator_contact_phone',
    text,
    '',
    'SETTING_OPERATOR_CONTACT_PHONE',
    'Telephone number of the operator.',
    cleanText,
  ),
  operatorContactEmail: option(
    'operator_contact_email',
    text,
    ({ administratorEmail }) => administratorEmail,
    'SETTING_OPERATOR_CONTACT_EMAIL',
    'Email address of the operator.',
    (value) => (emailSchema.safeParse(value.trim()).success ? value.trim() : ''),
  ),
  operatorContactFormId: option(
    'operator_contact_form_id',
    count,
    0,
    'SETTING_OPERATOR_CONTACT_FORM_ID',
    'ID of the page with the contact form of the operator; 0 if none is set.',
    wholeNumber,
  ),
  cookiePolicyId: option(
    'cookie_policy_id',
    count,
    0,
    'SETTING_COOKIE_POLICY_ID',
    'ID of the page with the cookie policy; 0 if none is set.',
    wholeNumber,
  ),
  territorialLegalBasis: option(
    'territorial_legal_basis',
    text,
    defaultLegalBases,
    'SETTING_TERRITORIAL_LEGAL_BASIS',
    'Laws that require consent, separated by commas.',
    (value) => knownLegalBases(value).join(),
  ),
  acceptAllForBots: option(
    'accept_all_for_bots',
    flag,
    true,
    'SETTING_ACCEPT_ALL_FOR_BOTS',
    'Whether search engines and other bots get all services without a banner.',
  ),
  respectDoNotTrack: option(
    'respect_do_not_track',
    flag,
    false,
    'SETTING_RESPECT_DO_NOT_TRACK',
    'Whether visitors whose browser sends Do Not Track see no banner.',
  ),
  cookieDuration: option(
    'cookie_duration',
    count,
    365,
    'SETTING_COOKIE_DURATION',
    'Days for which the browser stores a consent.',
    within(1, 365),
  ),
  cookieVersion: option('cookie_version', count, 3, 'SETTING_COOKIE_VERSION', 'Version of the consent cookie: 1, 2 or 3.', (value) =>
    [1, 2, 3].includes(value) ? value : 3,
  ),
  failedConsentDocumentationHandling: option(
    'failed_documentation_handling',
    text,
    'essentials',
    'SETTING_FAILED_CONSENT_DOCUMENTATION_HANDLING',
    'What the browser stores if a consent cannot be documented: the decision of the visitor (`optimistic`), or consent to essential services only (`essentials`).',
    oneOf(failureHandlings),
  ),
  saveIp: option('save_ip', flag, false, 'SETTING_SAVE_IP', 'Whether consents contain the full IP address.'),
  ageNotice: option('age_notice', flag, true, 'SETTING_AGE_NOTICE', 'Whether the banner names the minimum age for consent.'),
  ageNoticeAgeLimit: option(
    'age_notice_age_limit',
    text,
    'INHERIT',
    'SETTING_AGE_NOTICE_AGE_LIMIT',
    'Country whose age limit applies; `INHERIT` means the country of the operator, `GDPR` means 16 years.',
    oneOf(ageLimits),
  ),
  listServicesNotice: option(
    'list_services_notice',
    flag,
    true,
    'SETTING_LIST_SERVICES_NOTICE',
    'Whether the banner lists the services on its first view.',
  ),
  consentDuration: option(
    'consent_duration',
    count,
    120,
    'SETTING_CONSENT_DURATION',
    'Months for which consents are stored.',
    within(1, 120),
  ),
};

/** Options that `/settings` does not contain (consent-queue-product.md 1.1, extra options). */
export const furtherOptions = {
  bannerLessConsent: option(
    'banner_less',
    flag,
    false,
    'SETTING_BANNER_LESS_CONSENT',
    'Whether pages do not ask for consent. Only essential services and services based on legitimate interest run.',
  ),
  bannerLessConsentShowOnPageIds: option(
    'banner_less_show_on_page_ids',
    text,
    '',
    'SETTING_BANNER_LESS_SHOW_ON_PAGE_IDS',
    'IDs of pages that show the banner although other pages do not ask for consent, separated by commas.',
    cleanPageIds,
  ),
  hidePageIds: option(
    'hide_page_ids',
    text,
    '',
    'SETTING_HIDE_PAGE_IDS',
    'IDs of pages that show no banner, separated by commas.',
    cleanPageIds,
  ),
  setCookiesViaManager: option(
    'set_cookies_via_manager',
    text,
    'none',
    'SETTING_SET_COOKIES_VIA_MANAGER',
    'Tag manager that runs the code of services. Only `none` is supported.',
    oneOf(['none']),
  ),
  dataProcessingInUnsafeCountries: option(
    'data_processing_in_unsafe_countries',
    flag,
    false,
    'SETTING_DATA_PROCESSING_IN_UNSAFE_COUNTRIES',
    'Whether consent covers processing in countries without adequate protection.',
  ),
  countryBypass: option(
    'country_bypass',
    flag,
    false,
    'SETTING_COUNTRY_BYPASS_ACTIVE',
    'Whether visitors from countries that are not in the setting `consent_country_bypass_countries` see no banner.',
  ),
  countryBypassCountries: option(
    'country_bypass_countries',
    text,
    'GDPR,CCPA,GB,CH',
    'SETTING_COUNTRY_BYPASS_COUNTRIES',
    'Countries whose visitors see the banner: country codes and the lists GDPR and CCPA, separated by commas.',
    (value) =>
      value
        .split(',')
        .map((code) => code.trim().toUpperCase())
        .filter((code) => code === 'GDPR' || code === 'CCPA' || countryCodes.includes(code))
        .join(),
  ),
  countryBypassType: option(
    'country_bypass_type',
    text,
    'all',
    'SETTING_COUNTRY_BYPASS_TYPE',
    'Services that run for visitors who see no banner because of their country: all services (`all`) or essential services only (`essentials`).',
    oneOf(countryBypassTypes),
  ),
};

export const options = { ...publishedOptions, ...furtherOptions };

export type OptionName = keyof typeof options;

/** Effective values of all options, with defaults for unset ones. */
export type Options = { readonly [Name in OptionName]: (typeof options)[Name] extends Option<infer T> ? T : never };

/** Returns the effective options for the stored values. */
export function effectiveOptions(stored: ReadonlyMap<string, unknown>, facts: Omit<DefaultFacts, 'operatorCountry'>): Options {
  const values: Record<string, unknown> = {};
  let operatorCountry = '';
  for (const [name, { schema, setting, fallback }] of Object.entries(options) as [OptionName, Option<unknown>][]) {
    const parsed = schema.safeParse(stored.get(setting.key));
    values[name] = parsed.success
      ? parsed.data
      : typeof fallback === 'function'
        ? (fallback as (facts: DefaultFacts) => unknown)({ ...facts, operatorCountry })
        : fallback;
    // later defaults depend on the country
    if (name === 'operatorCountry') operatorCountry = String(values[name]);
  }
  return values as unknown as Options;
}

/** True if the stored value of an option is invalid. */
export function isInvalidValue(stored: ReadonlyMap<string, unknown>, name: OptionName): boolean {
  const {
    setting: { key },
    schema,
  } = options[name] as Option<unknown>;
  const value = stored.get(key);
  return value !== undefined && value !== null && !schema.safeParse(value).success;
}
