import type { Site } from '#app/site.ts';
import { now } from '#app/core/time/clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { findCountry } from '../country/country.service.ts';
import { resolveLink } from '#app/domains/content/permalinks.ts';
import { calculateRevisions } from '../revision/calculated-revisions.ts';
import { listCountries } from '../revision/dependent.rules.ts';
import { readPublishedHash } from '../revision/revision.service.ts';
import type { GroupInRevision } from '../revision/content.types.ts';
import { type ConsentDraft, documentConsent, checkFlood, readRememberedConsent } from './document.service.ts';
import { expandDecision, mergeExplicitDecision } from './decision.rules.ts';
import type { RememberedConsent } from './cookie.rules.ts';
import { isBot, isLighthouse, type Visitor } from './visitor.ts';

/** Reason why a page does not have to ask the visitor. */
export type Predecision = 'all' | 'essentials' | 'dnt' | 'consent';

/** Properties of the page and the browser window. */
export interface PageView {
  viewportWidth: number;
  viewportHeight: number;
  referer: string | null;
}

export interface PredecisionResult {
  /** Null if the page has to show the banner. */
  predecision: Predecision | null;
  calculationTimeSeconds: number;
}

/** True if a service outside the essential group is based on legitimate interest. Pages then also ask visitors with Do Not Track. */
function hasLegitimateInterest(groups: readonly GroupInRevision[]): boolean {
  return groups.some(({ isEssential, items }) => !isEssential && items.some(({ legalBasis }) => legalBasis === 'legitimate-interest'));
}

/** True if pages do not have to ask visitors from the given country, or the country of the IP address. False if the country is unknown. */
export async function isBypassedCountry(
  site: Site,
  { options }: Configuration,
  { ip }: Visitor,
  givenCountry: string | null = null,
): Promise<boolean> {
  if (!options.countryBypass) return false;
  const country = givenCountry ?? (await findCountry(site, ip));
  return country !== null && !listCountries(options.countryBypassCountries).includes(country);
}

/** True if banner-less consent is on and the page is not one of the exceptions that show the banner. */
export async function isBannerless(site: Site, { options }: Configuration, referer: string | null): Promise<boolean> {
  if (!options.bannerLessConsent) return false;
  const pageIdsWithBanner = options.bannerLessConsentShowOnPageIds.split(',').filter(Boolean).map(Number);
  const pageId = referer === null ? null : await resolveLink(site, referer);
  return pageId === null || !pageIdsWithBanner.includes(pageId);
}

interface VisitorContext {
  configuration: Configuration;
  visitor: Visitor;
  groups: readonly GroupInRevision[];
  remembered: RememberedConsent | null;
}

const implicitButtons = new Set(['implicit_all', 'implicit_essential']);

/** Returns the implied consent of the visitor. Null if the banner has to ask. */
async function findImpliedConsent(
  site: Site,
  { configuration, visitor, groups, remembered }: VisitorContext,
  page: PageView,
): Promise<ConsentDraft | null> {
  const explicit = remembered && !implicitButtons.has(remembered.button) ? remembered.decision : null;
  const draftBase = { viewportWidth: page.viewportWidth, viewportHeight: page.viewportHeight, referer: page.referer };
  if (await isBypassedCountry(site, configuration, visitor)) {
    const type = configuration.options.countryBypassType === 'essentials' ? 'essentials' : 'all';
    const implied = expandDecision(type, groups);
    return {
      ...draftBase,
      decision: explicit ? mergeExplicitDecision(implied, explicit, groups, type) : implied,
      buttonClicked: type === 'all' ? 'implicit_all' : 'implicit_essential',
      customBypass: 'geolocation',
    };
  }
  if (await isBannerless(site, configuration, page.referer)) {
    const implied = expandDecision('legitimateInterest', groups);
    return {
      ...draftBase,
      decision: explicit ? mergeExplicitDecision(implied, explicit, groups, 'essentials') : implied,
      buttonClicked: 'implicit_essential',
      customBypass: 'bannerless',
    };
  }
  return null;
}

/** Applies the rules of docs/behaviour/consent-queue-product.md 2.5. The first matching rule decides. */
async function decide(site: Site, visitor: Visitor, page: PageView): Promise<Predecision | null> {
  await checkFlood(site, visitor);
  if (isLighthouse(visitor)) return null;
  const configuration = await readConfiguration(site);
  const revisions = calculateRevisions(site, configuration);
  const { remembered } = readRememberedConsent(site, configuration, visitor);
  if (remembered?.hash === (await readPublishedHash(site, '', revisions))) return 'consent';
  const { options } = configuration;
  if (isBot(visitor)) return options.acceptAllForBots ? 'all' : null;
  const { groups } = revisions.dependent.content;
  if (visitor.doNotTrack && options.respectDoNotTrack && !remembered && !hasLegitimateInterest(groups)) return 'dnt';
  const implied = await findImpliedConsent(site, { configuration, visitor, groups, remembered }, page);
  if (!implied) return null;
  await documentConsent(site, visitor, implied);
  return 'consent';
}

/** Decides if a page has to ask the visitor, and documents an implied consent immediately. Throws `too_many_consents`. */
export async function predecide(site: Site, visitor: Visitor, page: PageView): Promise<PredecisionResult> {
  const startedAt = now().getTime();
  const predecision = await decide(site, visitor, page);
  return { predecision, calculationTimeSeconds: Math.max(0, now().getTime() - startedAt) / 1000 };
}
