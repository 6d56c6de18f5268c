import type { Site } from '#app/site.ts';
import { now } from '#app/core/time/clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { countryOf } from '../country/country.service.ts';
import { resolveLink } from '#app/domains/content/permalinks.ts';
import { calculatedRevisions } from '../revision/calculated.ts';
import { countriesOf } from '../revision/dependent.rules.ts';
import { publishedHash } from '../revision/revision.service.ts';
import type { RevisionGroup } from '../revision/content.types.ts';
import { type ConsentDraft, documentConsent, refuseFlood, rememberedConsent } from './document.service.ts';
import { expandDecision, keepExplicit } from './decision.rules.ts';
import type { RememberedConsent } from './cookie.rules.ts';
import { isBot, isLighthouse, type Visitor } from './visitor.ts';

/** Decision of a page without asking. Null means that the banner is shown. */
export type Predecision = 'all' | 'essentials' | 'dnt' | 'consent';

/** Properties of the page and its window. */
export interface PageView {
  viewportWidth: number;
  viewportHeight: number;
  referer: string | null;
}

export interface PredecisionAnswer {
  predecision: Predecision | null;
  calculationTimeSeconds: number;
}

/** True if a service outside the essential group runs on legitimate interest. Do-not-track visitors are then still asked. */
function hasOptionalInterest(groups: readonly RevisionGroup[]): boolean {
  return groups.some(({ isEssential, items }) => !isEssential && items.some(({ legalBasis }) => legalBasis === 'legitimate-interest'));
}

/** True if visitors of the country need no question. Uses the given country, else that of the IP address. False for an unknown country. */
export async function isBypassedCountry(
  site: Site,
  { options }: Configuration,
  { ip }: Visitor,
  named: string | null = null,
): Promise<boolean> {
  if (!options.countryBypass) return false;
  const country = named ?? (await countryOf(site, ip));
  return country !== null && !countriesOf(options.countryBypassCountries).includes(country);
}

/** True if the page shows no banner. */
export async function isBannerless(site: Site, { options }: Configuration, referer: string | null): Promise<boolean> {
  if (!options.bannerLessConsent) return false;
  const shown = options.bannerLessConsentShowOnPageIds.split(',').filter(Boolean).map(Number);
  const page = referer === null ? null : await resolveLink(site, referer);
  return page === null || !shown.includes(page);
}

interface Asked {
  configuration: Configuration;
  visitor: Visitor;
  groups: readonly RevisionGroup[];
  remembered: RememberedConsent | null;
}

const implicit = new Set(['implicit_all', 'implicit_essential']);

/** Returns the implied consent for the visitor. Null if they have to be asked. */
async function impliedConsent(
  site: Site,
  { configuration, visitor, groups, remembered }: Asked,
  page: PageView,
): Promise<ConsentDraft | null> {
  const explicit = remembered && !implicit.has(remembered.button) ? remembered.decision : null;
  const shared = { viewportWidth: page.viewportWidth, viewportHeight: page.viewportHeight, referer: page.referer };
  if (await isBypassedCountry(site, configuration, visitor)) {
    const type = configuration.options.countryBypassType === 'essentials' ? 'essentials' : 'all';
    const implied = expandDecision(type, groups);
    return {
      ...shared,
      decision: explicit ? keepExplicit(implied, explicit, groups, type) : implied,
      buttonClicked: type === 'all' ? 'implicit_all' : 'implicit_essential',
      customBypass: 'geolocation',
    };
  }
  if (await isBannerless(site, configuration, page.referer)) {
    const implied = expandDecision('legitimateInterest', groups);
    return {
      ...shared,
      decision: explicit ? keepExplicit(implied, explicit, groups, 'essentials') : implied,
      buttonClicked: 'implicit_essential',
      customBypass: 'bannerless',
    };
  }
  return null;
}

/** Applies the rules of section 2.5. The first matching one decides. */
async function decide(site: Site, visitor: Visitor, page: PageView): Promise<Predecision | null> {
  await refuseFlood(site, visitor);
  if (isLighthouse(visitor)) return null;
  const configuration = await readConfiguration(site);
  const revisions = calculatedRevisions(site, configuration);
  const { remembered } = rememberedConsent(site, configuration, visitor);
  if (remembered?.hash === (await publishedHash(site, '', revisions))) return 'consent';
  const { options } = configuration;
  if (isBot(visitor)) return options.acceptAllForBots ? 'all' : null;
  const { groups } = revisions.dependent.content;
  if (visitor.doNotTrack && options.respectDoNotTrack && !remembered && !hasOptionalInterest(groups)) return 'dnt';
  const implied = await impliedConsent(site, { configuration, visitor, groups, remembered }, page);
  if (!implied) return null;
  await documentConsent(site, visitor, implied);
  return 'consent';
}

/** Decides if a page has to ask its visitor, and documents an implied consent at once. Throws `too_many_consents`. */
export async function predecide(site: Site, visitor: Visitor, page: PageView): Promise<PredecisionAnswer> {
  const began = now().getTime();
  const predecision = await decide(site, visitor, page);
  return { predecision, calculationTimeSeconds: Math.max(0, now().getTime() - began) / 1000 };
}
