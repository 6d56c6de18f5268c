import { z } from 'zod';
import { type Setting, setting } from '#app/core/settings/setting.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import { ageLimits, countryCodes } from './country-lists.ts';

/** Values from which defaults are computed. */
export interface DefaultFacts {
  siteName: string;
  administratorEmail: string;
  operatorCountry: string;
}

/** One option of the banner: how it is stored, validated and exported. */
export interface Option<T> {
  /** Null means not set. */
  setting: Setting<T | null>;
  /** Schema of a stored value. An invalid value counts as not set. */
  schema: z.ZodType<T>;
  fallback: T | ((facts: DefaultFacts) => T);
  /** Returns the value to store. Undefined for an invalid value. */
  clean(value: T): T | undefined;
  exportKey: string;
}

type Clean<T> = (value: T) => T | undefined;

const keepUnchanged = <T>(value: T): T => value;

const defineOption =
  <T>(schema: z.ZodType<T>) =>
  (
    name: string,
    fallback: Option<T>['fallback'],
    description: string,
    clean: Clean<T> = keepUnchanged,
    exportKey = `SETTING_${name.toUpperCase()}`,
  ): Option<T> => ({
    setting: setting(`consent_${name}`, schema.nullable(), null, description, null),
    schema,
    fallback,
    clean,
    exportKey,
  });

const flag = defineOption(z.boolean());
const text = defineOption(z.string());
const count = defineOption(z.number());

const toWholeNumber = (value: number): number => Math.abs(Math.trunc(value));
/** Returns a function that replaces numbers outside the range with `max` and truncates the others. */
const clampBetween = (min: number, max: number) => (value: number) => (value < min || value > max ? max : Math.trunc(value));
const chooseOneOf =
  (values: readonly string[]): Clean<string> =>
  (value) =>
    values.includes(value) ? value : undefined;

const emailSchema = z.email();

/** Laws under which consent is requested. */
export const legalBases = ['gdpr-eprivacy', 'dsg-switzerland'] as const;
/** Values of the option `failedConsentDocumentationHandling`. */
export const failureHandlings = ['optimistic', 'essentials'] as const;
/** Values of the option `countryBypassType`. */
export const countryBypassTypes = ['all', 'essentials'] as const;

/** Returns the known laws of a comma-separated list. */
export function filterLegalBases(list: string): string[] {
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

const getDefaultLaws = ({ operatorCountry }: DefaultFacts) => (operatorCountry === 'CH' ? legalBases.join() : legalBases[0]);

/** The 19 options of `/settings` (docs/behaviour/consent-queue-product.md 1.1), by their names in this domain. */
export const publishedOptions = {
  bannerActive: flag('banner_active', false, 'Whether visitors see the consent banner.'),
  blockerActive: flag('blocker_active', true, 'Whether content blockers are active.'),
  operatorCountry: text(
    'operator_country',
    '',
    'Two-letter country code of the site’s operator; empty if unknown.',
    chooseOneOf(['', ...countryCodes]),
  ),
  operatorContactAddress: text('operator_contact_address', ({ siteName }) => siteName, 'Name and address of the operator.', cleanTextarea),
  operatorContactPhone: text('operator_contact_phone', '', 'Telephone number of the operator.', cleanText),
  operatorContactEmail: text(
    'operator_contact_email',
    ({ administratorEmail }) => administratorEmail,
    'Email address of the operator.',
    (value) => (emailSchema.safeParse(value.trim()).success ? value.trim() : ''),
  ),
  operatorContactFormId: count(
    'operator_contact_form_id',
    0,
    'ID of the page with the contact form of the operator; 0 if none is set.',
    toWholeNumber,
  ),
  cookiePolicyId: count('cookie_policy_id', 0, 'ID of the page with the cookie policy; 0 if none is set.', toWholeNumber),
  territorialLegalBasis: text('territorial_legal_basis', getDefaultLaws, 'Laws that require consent, separated by commas.', (value) =>
    filterLegalBases(value).join(),
  ),
  acceptAllForBots: flag('accept_all_for_bots', true, 'Whether search engines and other bots get all services without a banner.'),
  respectDoNotTrack: flag('respect_do_not_track', false, 'Whether visitors whose browser sends Do Not Track see no banner.'),
  cookieDuration: count('cookie_duration', 365, 'Days for which the browser stores a consent.', clampBetween(1, 365)),
  cookieVersion: count('cookie_version', 3, 'Version of the consent cookie: 1, 2 or 3.', (value) =>
    [1, 2, 3].includes(value) ? value : 3,
  ),
  failedConsentDocumentationHandling: text(
    'failed_documentation_handling',
    'essentials',
    'What the browser stores if a consent cannot be documented: the decision of the visitor (`optimistic`), or consent to essential services only (`essentials`).',
    chooseOneOf(failureHandlings),
    'SETTING_FAILED_CONSENT_DOCUMENTATION_HANDLING',
  ),
  saveIp: flag('save_ip', false, 'Whether consents contain the full IP address.'),
  ageNotice: flag('age_notice', true, 'Whether the banner mentions the minimum age for consent.'),
  ageNoticeAgeLimit: text(
    'age_notice_age_limit',
    'INHERIT',
    'Country whose age limit applies; `INHERIT` means the country of the operator, `GDPR` means 16 years.',
    chooseOneOf(ageLimits),
  ),
  listServicesNotice: flag('list_services_notice', true, 'Whether the banner lists the services on its first view.'),
  consentDuration: count('consent_duration', 120, 'Months for which consents are stored.', clampBetween(1, 120)),
};

/** Options that `/settings` does not contain (docs/behaviour/consent-queue-product.md 1.1, extra options). */
export const furtherOptions = {
  bannerLessConsent: flag(
    'banner_less',
    false,
    'Whether pages do not ask for consent. Only essential services and services based on legitimate interest run.',
    keepUnchanged,
    'SETTING_BANNER_LESS_CONSENT',
  ),
  bannerLessConsentShowOnPageIds: text(
    'banner_less_show_on_page_ids',
    '',
    'IDs of pages that show the banner although other pages do not ask for consent, separated by commas.',
    cleanPageIds,
  ),
  hidePageIds: text('hide_page_ids', '', 'IDs of pages that show no banner, separated by commas.', cleanPageIds),
  setCookiesViaManager: text(
    'set_cookies_via_manager',
    'none',
    'Tag manager that runs the code of services. Only `none` is supported.',
    chooseOneOf(['none']),
  ),
  dataProcessingInUnsafeCountries: flag(
    'data_processing_in_unsafe_countries',
    false,
    'Whether consent covers processing in countries without adequate protection.',
  ),
  countryBypass: flag(
    'country_bypass',
    false,
    'Whether visitors from countries that are not in the setting `consent_country_bypass_countries` see no banner.',
    keepUnchanged,
    'SETTING_COUNTRY_BYPASS_ACTIVE',
  ),
  countryBypassCountries: text(
    'country_bypass_countries',
    'GDPR,CCPA,GB,CH',
    'Countries whose visitors see the banner: country codes and the lists GDPR and CCPA, separated by commas.',
    (value) =>
      value
        .split(',')
        .map((code) => code.trim().toUpperCase())
        .filter((code) => code === 'GDPR' || code === 'CCPA' || countryCodes.includes(code))
        .join(),
  ),
  countryBypassType: text(
    'country_bypass_type',
    'all',
    'Services that run for visitors who see no banner because of their country: all services (`all`) or essential services only (`essentials`).',
    chooseOneOf(countryBypassTypes),
  ),
};

export const options = { ...publishedOptions, ...furtherOptions };

export type OptionName = keyof typeof options;

/** Effective values of all options. Options that are not set have their defaults. */
export type Options = { readonly [Name in OptionName]: (typeof options)[Name] extends Option<infer T> ? T : never };

/** Returns the effective options for the stored values. */
export function computeOptions(stored: ReadonlyMap<string, unknown>, facts: Omit<DefaultFacts, 'operatorCountry'>): Options {
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
