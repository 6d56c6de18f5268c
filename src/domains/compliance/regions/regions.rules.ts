/** Regions whose privacy laws the site can follow (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.2). */
export const regionNames = ['us', 'ca', 'eu', 'uk', 'au', 'za', 'br'] as const;
export type Region = (typeof regionNames)[number];

/**
 * `optin`: nothing is allowed before a visitor consents. `optout`: everything is allowed until a visitor objects. `other`: none of the
 * site's laws applies.
 */
export type ConsentType = 'optin' | 'optout' | 'other';

/** Condition under which statistics need consent. */
type StatisticsRule = 'no' | 'when not anonymous' | 'always';

interface Law {
  name: string;
  countries: readonly string[];
  consentType: 'optin' | 'optout';
  statistics: StatisticsRule;
  /** Residents for whom the documents of the region are meant. */
  citizens: string;
}

const EU_COUNTRIES =
  'BE BG CY DK DE EE FI FR GR HU IE IT IS HR LV LT LI LU MT NL NO AT PL PT RO SK SI ES CZ VL SE CH RE GP MQ GY YT MF'.split(' ');

export const laws: Readonly<Record<Region, Law>> = {
  us: { name: 'CCPA', countries: ['US'], consentType: 'optout', statistics: 'no', citizens: 'the United States' },
  ca: { name: 'PIPEDA', countries: ['CA'], consentType: 'optout', statistics: 'no', citizens: 'Canada' },
  eu: {
    name: 'GDPR',
    countries: EU_COUNTRIES,
    consentType: 'optin',
    statistics: 'when not anonymous',
    citizens: 'the European Economic Area and Switzerland',
  },
  uk: { name: 'UK-GDPR', countries: ['GB'], consentType: 'optin', statistics: 'always', citizens: 'the United Kingdom' },
  au: { name: 'APA', countries: ['AU'], consentType: 'optout', statistics: 'no', citizens: 'Australia' },
  za: { name: 'POPIA', countries: ['ZA'], consentType: 'optin', statistics: 'no', citizens: 'South Africa' },
  br: { name: 'LGPD', countries: ['BR'], consentType: 'optin', statistics: 'no', citizens: 'Brazil' },
};

/** Returns the region of a two-letter country code. Null if the country belongs to no region. */
export function getCountryRegion(country: string): Region | null {
  return regionNames.find((region) => laws[region].countries.includes(country.toUpperCase())) ?? null;
}

/** True if the string is the name of a region. */
export function isRegion(text: string): text is Region {
  return (regionNames as readonly string[]).includes(text);
}

/** Facts about a site that determine the consent type of its regions. */
export interface Practice {
  targetsQuebec: boolean;
  processesSensitiveData: boolean;
  /** True if a service shares data with third parties. */
  sharesData: boolean;
  usesMarketing: boolean;
}

/** Returns the consent type that a region requires of a site. */
export function getConsentType(region: Region, practice: Practice): 'optin' | 'optout' {
  const isSensitive = practice.sharesData && practice.processesSensitiveData;
  if (region === 'ca' && (practice.targetsQuebec || isSensitive)) return 'optin';
  if (region === 'au' && isSensitive && practice.usesMarketing) return 'optin';
  return laws[region].consentType;
}

/**
 * Returns the site's default region: the region of the company if the site follows its law, or else the first configured region. If no region is
 * configured, returns the region of the company, or the EU if the company belongs to no region.
 */
export function getDefaultRegion(configured: readonly Region[], companyCountry: string): Region {
  const companyRegion = getCountryRegion(companyCountry);
  if (companyRegion && configured.includes(companyRegion)) return companyRegion;
  return configured[0] ?? companyRegion ?? 'eu';
}

/** Statistics tool of the site and its configuration. */
export interface Statistics {
  tool: 'no' | 'yes' | 'google-analytics' | 'google-tag-manager' | 'matomo' | 'clicky';
  terms: readonly string[];
}

/** True if the statistics do not identify visitors. */
export function areStatisticsAnonymous({ tool, terms }: Statistics): boolean {
  if (tool === 'no') return true;
  if (tool !== 'google-analytics' && tool !== 'google-tag-manager') return false;
  return ['accepted', 'ip-addresses-blocked', 'no-sharing'].every((term) => terms.includes(term));
}

/** True if statistics need consent in a region. If `always` is true, they need consent everywhere. Otherwise false for unknown regions. */
export function needsConsentForStatistics(
  region: string,
  { statistics, always, euCountries }: { statistics: Statistics; always: boolean; euCountries: boolean },
): boolean {
  if (always) return true;
  if (!isRegion(region)) return false;
  const rule = laws[region].statistics;
  return rule === 'always' || (rule === 'when not anonymous' && (euCountries || !areStatisticsAnonymous(statistics)));
}
