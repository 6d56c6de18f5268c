import type { Site } from '#app/site.ts';
import {
  companyCountry,
  compileStatistics,
  consentForAnonymousStatistics,
  euConsentRegions,
  otherRegionBehavior,
  processesSensitiveData,
  regions,
  statisticsDetails,
  targetsQuebec,
} from '../compliance.settings.ts';
import { readInventoryPractice } from '../cookies/practice.ts';
import {
  areStatisticsAnonymous,
  type ConsentType,
  getConsentType,
  getDefaultRegion,
  isRegion,
  needsConsentForStatistics,
  type Practice,
  getCountryRegion,
  type Statistics,
} from './regions.rules.ts';

/** Where a visitor comes from, which determines the law that applies. */
export interface VisitorOrigin {
  /** Two-letter country code. Undefined if unknown. */
  country?: string | undefined;
  /** Region that replaces the visitor's region in a preview. */
  previewRegion?: string | null | undefined;
}

/** The law that applies to a visitor. */
export interface VisitorLaw {
  /** Region whose law applies, or `none`. */
  region: string;
  consentType: ConsentType;
  needsConsentForStatistics: boolean;
}

/** Returns the site's statistics settings. */
export function getStatistics({ settings }: Pick<Site, 'settings'>): Statistics {
  return { tool: settings.get(compileStatistics), terms: settings.get(statisticsDetails) };
}

/** True if the statistics of the site do not identify visitors. */
export const areSiteStatisticsAnonymous = (site: Pick<Site, 'settings'>): boolean => areStatisticsAnonymous(getStatistics(site));

/** Loads the practices of the site that affect the consent type. */
export async function loadPractice(site: Site): Promise<Practice> {
  const { settings } = site;
  return {
    targetsQuebec: settings.get(targetsQuebec),
    processesSensitiveData: settings.get(processesSensitiveData),
    ...(await readInventoryPractice(site)),
  };
}

/** Returns the site's default region. */
function getSiteRegion({ settings }: Pick<Site, 'settings'>) {
  return getDefaultRegion(settings.get(regions), settings.get(companyCountry));
}

/** Returns the consent type of the site's default region. */
export async function getSiteConsentType(site: Site): Promise<'optin' | 'optout'> {
  return getConsentType(getSiteRegion(site), await loadPractice(site));
}

function findRegion(site: Site, { country, previewRegion }: VisitorOrigin): string {
  const configured: readonly string[] = site.settings.get(regions);
  const previewedRegion = (previewRegion ?? '').toLowerCase().replace(/[^a-z0-9_-]/g, '');
  if (previewedRegion === '' && country === undefined) return getSiteRegion(site);
  const region = previewedRegion === '' ? getCountryRegion(country ?? '') : previewedRegion;
  return region !== null && configured.includes(region) ? region : site.settings.get(otherRegionBehavior);
}

/** Returns the law that applies to a visitor. */
export async function findLaw(site: Site, origin: VisitorOrigin): Promise<VisitorLaw> {
  const { settings } = site;
  const region = findRegion(site, origin);
  const practice = await loadPractice(site);
  const consentTypes = new Set(settings.get(regions).map((configured) => getConsentType(configured, practice)));
  const type = isRegion(region) ? getConsentType(region, practice) : null;
  return {
    region,
    consentType: type !== null && (consentTypes.has(type) || consentTypes.size === 0) ? type : 'other',
    needsConsentForStatistics: needsConsentForStatistics(region, {
      statistics: getStatistics(site),
      always: settings.get(consentForAnonymousStatistics),
      euCountries: settings.get(euConsentRegions),
    }),
  };
}
