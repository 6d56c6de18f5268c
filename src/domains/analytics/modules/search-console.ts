import { Failure } from '#app/core/failures/failure.ts';
import { isRecord, type Json, getRecords, sortByMember, getString } from '../json.ts';
import { clearMarks, marks } from '../marks.ts';
import { missingSetting } from '../failures.ts';
import { getSiteUrlWithSlash } from '../site-url.ts';
import type { DatapointCall } from './datapoint.ts';
import { declareDatapoint } from './datapoint.ts';
import { parseRange, getDefaultRange } from './days.ts';
import type { ModuleDefinition } from './module.ts';
import { getCount, getFlag, getList, requireString, encodeSegment, getStringParameter } from './parameters.ts';
import { isSameValue, ownerField, stringField } from './setting-fields.ts';

const DOMAIN_PREFIX = 'sc-domain:';
const READABLE_LEVELS = new Set(['siteOwner', 'siteFullUser', 'siteRestrictedUser']);
const MAX_ROWS = 1000;

const toSite = (entry: Json) => ({ siteURL: getString(entry, 'siteUrl'), permissionLevel: getString(entry, 'permissionLevel') });

async function loadSites({ ask }: Pick<DatapointCall, 'ask'>) {
  const response = await ask({ family: 'search', method: 'GET', path: 'webmasters/v3/sites' });
  return getRecords(response, 'siteEntry').map(toSite);
}

const normalizeUrl = (url: string) =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/+$/, '');

/** True if a Search Console property includes the URL. Unless `isStrict` is true, ignores scheme, `www.` and case. */
function includesUrl(property: string, url: string, isStrict: boolean): boolean {
  if (property.startsWith(DOMAIN_PREFIX)) {
    const domain = property.slice(DOMAIN_PREFIX.length).toLowerCase();
    const host = new URL(url).hostname.toLowerCase().replace(/^www\./, '');
    return host === domain || host.endsWith(`.${domain}`);
  }
  return isStrict ? property.replace(/\/+$/, '') === url.replace(/\/+$/, '') : normalizeUrl(property) === normalizeUrl(url);
}

/** Loads the properties that the viewer can read and that include this site. */
export async function findMatchingSites(call: Pick<DatapointCall, 'ask' | 'site'>, isStrict = false) {
  const allSites = await loadSites(call);
  const matched = allSites.filter(
    ({ siteURL, permissionLevel }) =>
      READABLE_LEVELS.has(permissionLevel) && includesUrl(siteURL, getSiteUrlWithSlash(call.site), isStrict),
  );
  return sortByMember('siteURL', matched) as unknown as typeof matched;
}

const buildPageFilter = (expression: string, operator: string) => ({ filters: [{ dimension: 'page', operator, expression }] });

async function searchAnalytics({ site, settings, parameters, ask }: DatapointCall) {
  const property = String(settings['propertyID']);
  if (property === '') throw missingSetting('propertyID');
  const { startDate, endDate } = parseRange(parameters) ?? getDefaultRange(site);
  const dimensions = getList(parameters, 'dimensions');
  const url = getStringParameter(parameters, 'url');
  const groups = [
    ...(property.startsWith(DOMAIN_PREFIX) ? [buildPageFilter(getSiteUrlWithSlash(site), 'contains')] : []),
    ...(url === '' ? [] : [buildPageFilter(url, 'equals')]),
  ];
  const response = await ask({
    family: 'search',
    method: 'POST',
    path: `webmasters/v3/sites/${encodeSegment(property)}/searchAnalytics/query`,
    body: {
      startDate,
      endDate,
      ...(dimensions.length > 0 && { dimensions }),
      dataState: 'all',
      rowLimit: getCount(parameters, 'limit') ?? MAX_ROWS,
      ...(groups.length > 0 && { dimensionFilterGroups: groups }),
    },
  });
  return getRecords(response, 'rows');
}

/** Resolves to null if the provider's request fails. Rethrows other errors. */
async function catchFailure<T>(promise: Promise<T>): Promise<T | null> {
  return await promise.catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}

/** Adds a site URL to the viewer's Search Console if it is missing there, and stores it as the property of this site. */
async function addSite({ parameters, ask, store }: DatapointCall) {
  const siteURL = requireString(parameters, 'siteURL');
  const path = `webmasters/v3/sites/${encodeSegment(siteURL)}`;
  const read = () => ask({ family: 'search', method: 'GET', path });
  const add = async () => {
    await ask({ family: 'search', method: 'PUT', path, expects: 204 });
    return await read();
  };
  const entry = (await catchFailure(read())) ?? (await catchFailure(add()));
  if (entry === null) throw new Failure('failed_to_add_site_to_search_console', 500, 'The site could not be added to Search Console.');
  const site = toSite(isRecord(entry) ? entry : {});
  const propertyID = site.siteURL === '' ? siteURL : site.siteURL;
  await store({ propertyID });
  return { siteURL: propertyID, permissionLevel: site.permissionLevel };
}

/** Module for statistics about how people find the site with a search engine. */
export const searchConsole: ModuleDefinition = {
  slug: 'search-console',
  name: 'Search Console',
  description: 'How people find the site in searches, and with which words.',
  homepage: 'https://search.google.com/search-console',
  order: 1,
  isForced: true,
  scopes: ['webmasters'],
  hasOwner: true,
  hasServiceEntity: true,
  reportsDataAvailable: true,
  sharedDatapoint: 'searchanalytics',
  settings: { propertyID: stringField('ID of the property at the provider.', { ownership: true }), ownerID: ownerField('') },
  datapoints: {
    GET: {
      sites: declareDatapoint(loadSites),
      'matched-sites': declareDatapoint((call) => findMatchingSites(call, getFlag(call.parameters, 'strict'))),
      searchanalytics: declareDatapoint(searchAnalytics),
    },
    POST: { site: declareDatapoint(addSite) },
  },
  async canAccessEntity({ settings, ask }) {
    await ask({ family: 'search', method: 'GET', path: `webmasters/v3/sites/${encodeSegment(String(settings['propertyID']))}` });
    return true;
  },
  async onSettingsChange({ tx, before, after }) {
    if (!isSameValue(before['propertyID'], after['propertyID'])) await clearMarks(tx, marks.dataAvailable('search-console'));
    return after;
  },
};
