import type { Variables } from './variables.ts';

/** APIs of the provider. Each has its own base URL, and every request names its API (docs/behaviour/analytics.md 6.6). */
export const providerApis = [
  'search',
  'admin',
  'data',
  'tags',
  'ads',
  'pagespeed',
  'publications',
  'verification',
  'people',
  'oauth',
  'broker',
] as const;
export type ProviderApi = (typeof providerApis)[number];

/** Base URLs by API, without a trailing slash. */
type BaseUrls = Readonly<Partial<Record<ProviderApi, string>>>;

/** URLs, credentials and names for the analytics provider. */
export interface AnalyticsConfig {
  /** OAuth client that the operator configured. It overrides the stored client. */
  client: { id: string; secret: string } | undefined;
  /** Prefix of the names of capabilities and custom dimensions. */
  keyPrefix: string;
  /** Prefix of scopes, without a trailing slash. */
  scopeBase: string;
  /** Base URLs of the APIs. An API without a URL is never contacted. */
  addresses: BaseUrls;
  /** URL of the provider's page on which users grant access. */
  authorizationUrl: string | undefined;
  /** True if pages contain the tags of modules. */
  tagsEnabled: boolean;
  /** True if a reset also forgets which notices and tours users have dismissed. */
  hardReset: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Presets by the name of the provider. They contain no broker, because a broker receives data about the site. The operator has to configure its URL.
 */
const presets: Readonly<Record<string, { baseUrls: BaseUrls; authorizationUrl: string }>> = {
  google: {
    baseUrls: {
      search: 'https://searchconsole.googleapis.com',
      admin: 'https://analyticsadmin.googleapis.com',
      data: 'https://analyticsdata.googleapis.com',
      tags: 'https://tagmanager.googleapis.com',
      ads: 'https://adsense.googleapis.com',
      pagespeed: 'https://pagespeedonline.googleapis.com',
      publications: 'https://subscribewithgoogle.googleapis.com',
      verification: 'https://www.googleapis.com',
      people: 'https://people.googleapis.com',
      oauth: 'https://oauth2.googleapis.com',
    },
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  },
};

const isHttpUrl = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
const trimSlashes = (text: string) => text.replace(/\/+$/, '');

/** Reads the variables `ANALYTICS_…` and `TAGS_ENABLED`. Adds a sentence to `faults` for each fault. */
export function readAnalytics(env: Environment, faults: string[]): AnalyticsConfig {
  const getValue = (name: string) => env[name]?.trim() || undefined;
  const readUrl = (name: string) => {
    const value = getValue(name);
    if (value !== undefined && !isHttpUrl(value)) faults.push(`${name}: must be a URL such as https://api.example.com`);
    return value === undefined ? undefined : trimSlashes(value);
  };
  const readFlag = (name: string, fallback: boolean) => {
    const value = getValue(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (!['true', 'false', '1', '0', 'yes', 'no'].includes(value)) faults.push(`${name}: must be true or false`);
    return ['true', '1', 'yes'].includes(value);
  };
  const providerName = getValue('ANALYTICS_PROVIDER');
  const preset = providerName === undefined ? undefined : presets[providerName];
  if (providerName !== undefined && !preset)
    faults.push(`ANALYTICS_PROVIDER: "${providerName}" is not a provider; use one of ${Object.keys(presets).join(', ')}`);
  const commonUrl = readUrl('ANALYTICS_PROVIDER_URL');
  const addresses: Partial<Record<ProviderApi, string>> = {};
  for (const api of providerApis) {
    const url = readUrl(`ANALYTICS_${api.toUpperCase()}_URL`) ?? commonUrl ?? preset?.baseUrls[api];
    if (url !== undefined) addresses[api] = url;
  }
  const [id, secret] = [getValue('ANALYTICS_CLIENT_ID'), getValue('ANALYTICS_CLIENT_SECRET')];
  if ((id === undefined) !== (secret === undefined)) faults.push('ANALYTICS_CLIENT_ID, ANALYTICS_CLIENT_SECRET: must be set together');
  const keyPrefix = getValue('ANALYTICS_KEY_PREFIX') ?? 'siteanalytics';
  if (!/^[a-z][a-z0-9]*$/.test(keyPrefix)) faults.push('ANALYTICS_KEY_PREFIX: must be lower-case letters and digits');
  return {
    client: id !== undefined && secret !== undefined ? { id, secret } : undefined,
    keyPrefix,
    scopeBase: readUrl('ANALYTICS_SCOPE_BASE') ?? 'https://www.googleapis.com/auth',
    addresses,
    authorizationUrl:
      readUrl('ANALYTICS_AUTHORIZATION_URL') ?? (commonUrl === undefined ? preset?.authorizationUrl : `${commonUrl}/authorize`),
    tagsEnabled: readFlag('TAGS_ENABLED', true),
    hardReset: readFlag('ANALYTICS_HARD_RESET', false),
  };
}

/** Environment variables of the analytics connector. */
export const analyticsVariables: Variables = {
  ANALYTICS_PROVIDER: {
    type: '`google`',
    fallback: 'no provider is contacted',
    description: 'Provider of the analytics connector. It sets the URLs of all APIs except the broker.',
  },
  ANALYTICS_PROVIDER_URL: {
    type: 'URL',
    description: 'One URL that replaces all URLs of the provider, such as that of a test server.',
  },
  ANALYTICS_SEARCH_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for search statistics.' },
  ANALYTICS_ADMIN_URL: {
    type: 'URL',
    fallback: 'the provider’s',
    description: 'URL of the API for the administration of accounts and properties.',
  },
  ANALYTICS_DATA_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for reports.' },
  ANALYTICS_TAGS_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for tag containers.' },
  ANALYTICS_ADS_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for advertisements.' },
  ANALYTICS_PAGESPEED_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for page speed.' },
  ANALYTICS_PUBLICATIONS_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for publications.' },
  ANALYTICS_VERIFICATION_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for site verification.' },
  ANALYTICS_PEOPLE_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for user profiles.' },
  ANALYTICS_OAUTH_URL: { type: 'URL', fallback: 'the provider’s', description: 'URL of the API for access tokens.' },
  ANALYTICS_BROKER_URL: { type: 'URL', description: 'URL of the broker between site and provider.' },
  ANALYTICS_AUTHORIZATION_URL: { type: 'URL', fallback: 'the provider’s', description: 'Page on which users grant access.' },
  ANALYTICS_SCOPE_BASE: { type: 'URL', fallback: '`https://www.googleapis.com/auth`', description: 'First part of OAuth scopes.' },
  ANALYTICS_CLIENT_ID: {
    type: 'string',
    fallback: 'the stored one',
    description: 'OAuth client of the site at the provider. Requires `ANALYTICS_CLIENT_SECRET`.',
  },
  ANALYTICS_CLIENT_SECRET: { type: 'string', fallback: 'the stored one', description: 'Secret of the OAuth client.' },
  ANALYTICS_KEY_PREFIX: {
    type: 'string',
    fallback: '`siteanalytics`',
    description: 'Prefix of the names of capabilities and custom dimensions: lower-case letters and digits.',
  },
  ANALYTICS_HARD_RESET: {
    type: '`true`, `false`',
    fallback: '`false`',
    description: 'Whether a reset also forgets which notices and tours users have dismissed.',
  },
  TAGS_ENABLED: { type: '`true`, `false`', fallback: '`true`', description: 'Whether pages contain the tags of analytics modules.' },
};
