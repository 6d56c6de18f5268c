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
import { readPractice } from '../cookies/practice.ts';
import {
  arePrivate,
  type ConsentType,
  consentTypeOf,
  defaultRegion,
  isRegion,
  needsConsentForStatistics,
  type Practice,
  regionOfCountry,
  type Statistics,
} from './regions.rules.ts';

/** What of a request says which law counts. */
export interface Visit {
  /** Country it comes from, two letters; undefined where nothing says so. */
  country?: string | undefined;
  /** A region that someone wants to look at the site from. */
  previewed?: string | null | undefined;
}

/** Which law counts for a visitor, and what it asks for. */
export interface VisitorLaw {
  /** A region, or what the site says of other ones. */
  region: string;
  consentType: ConsentType;
  needsConsentForStatistics: boolean;
}

/** How the site counts visits. */
export function statisticsOf({ settings }: Pick<Site, 'settings'>): Statistics {
  return { tool: settings.get(compileStatistics), terms: settings.get(statisticsDetails) };
}

/** Whether the statistics of the site tell nobody who came. */
export const countsPrivately = (site: Pick<Site, 'settings'>): boolean => arePrivate(statisticsOf(site));

/** What of the site decides which kind of consent a region asks for. */
export async function practiceOf(site: Site): Promise<Practice> {
  const { settings } = site;
  return {
    targetsQuebec: settings.get(targetsQuebec),
    processesSensitiveData: settings.get(processesSensitiveData),
    ...(await readPractice(site)),
  };
}

/** The site's own region. */
function siteRegion({ settings }: Pick<Site, 'settings'>) {
  return defaultRegion(settings.get(regions), settings.get(companyCountry));
}

/** The kind of consent that the site's own region asks for. */
export async function siteConsentType(site: Site): Promise<'optin' | 'optout'> {
  return consentTypeOf(siteRegion(site), await practiceOf(site));
}

function regionFor(site: Site, { country, previewed }: Visit): string {
  const configured: readonly string[] = site.settings.get(regions);
  const asked = (previewed ?? '').toLowerCase().replace(/[^a-z0-9_-]/g, '');
  if (asked === '' && country === undefined) return siteRegion(site);
  const region = asked === '' ? regionOfCountry(country ?? '') : asked;
  return region !== null && configured.includes(region) ? region : site.settings.get(otherRegionBehavior);
}

/** Which law counts for a visitor. */
export async function lawFor(site: Site, visit: Visit): Promise<VisitorLaw> {
  const { settings } = site;
  const region = regionFor(site, visit);
  const practice = await practiceOf(site);
  const used = new Set(settings.get(regions).map((one) => consentTypeOf(one, practice)));
  const type = isRegion(region) ? consentTypeOf(region, practice) : null;
  return {
    region,
    consentType: type !== null && (used.has(type) || used.size === 0) ? type : 'other',
    needsConsentForStatistics: needsConsentForStatistics(region, {
      statistics: statisticsOf(site),
      always: settings.get(consentForAnonymousStatistics),
      euCountries: settings.get(euConsentRegions),
    }),
  };
}
