import type { Site } from '#app/site.ts';
import { resolveLink } from '#app/domains/content/permalinks.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { rememberedConsent } from '../documenting/document.service.ts';
import { isBannerless, isBypassedCountry } from '../documenting/predecision.service.ts';
import { isBot, isLighthouse, type Visitor } from '../documenting/visitor.ts';
import { type CalculatedRevisions, calculatedRevisions } from '../revision/calculated.ts';
import type { RevisionGroup } from '../revision/content.types.ts';
import { type ResolvedLink, resolvedLinks } from '../revision/independent.rules.ts';
import { publishedHash } from '../revision/revision.service.ts';
import { wholeDesign } from './design.defaults.ts';

/** A way to decide, as the banner offers it. */
export interface OfferedButton {
  kind: 'all' | 'essential' | 'save' | 'individual';
  isLink: boolean;
  label: string;
}

/** Everything that a page needs to ask its visitor, or to show what was decided. */
export interface ShownBanner {
  /** The banner is in use, and the visitor has to be asked on this page. */
  isAsked: boolean;
  isActive: boolean;
  /** What the visitor decided for the published revision or a former one; null = nothing yet. */
  decision: Decision | null;
  /** Names of what the browser remembers: the cookie, and the revision it has to hold. */
  cookieName: string;
  revisionHash: string;
  groups: readonly RevisionGroup[];
  links: readonly ResolvedLink[];
  buttons: readonly OfferedButton[];
  /** Further notices, in whole sentences. */
  notices: readonly string[];
  design: Record<string, Record<string, unknown>>;
}

/** A text of the banner's look; empty where none exists. */
export function designText(design: ShownBanner['design'], section: string, key: string): string {
  const value = design[section]?.[key];
  return typeof value === 'string' ? value : '';
}

const labels = {
  all: ['texts', 'acceptAll'],
  essential: ['texts', 'acceptEssentials'],
  save: ['individualTexts', 'save'],
  individual: ['texts', 'acceptIndividual'],
} as const;
const forms = { all: 'acceptAll', essential: 'acceptEssentials', save: 'saveButton', individual: 'acceptIndividual' } as const;
type Kind = OfferedButton['kind'];
const isKind = (name: string): name is Kind => Object.hasOwn(labels, name);

/** The buttons in their order; one that is hidden is left out, `save` belongs to the choice of single services. */
function buttonsOf(design: ShownBanner['design']): OfferedButton[] {
  const order = designText(design, 'decision', 'buttonOrder').split(',').filter(isKind);
  return order.flatMap((kind) => {
    const form = designText(design, 'decision', forms[kind]);
    const [section, key] = labels[kind];
    return form === 'hide' ? [] : [{ kind, isLink: form === 'link', label: designText(design, section, key) }];
  });
}

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all);

function noticesOf({ options }: Configuration, { dependent }: CalculatedRevisions, design: ShownBanner['design']): string[] {
  const optional = dependent.content.groups.filter(({ isEssential }) => !isEssential);
  const services = optional.flatMap(({ items }) => items.map(({ name }) => name));
  const minAge = String(dependent.content.options['ageNoticeAgeLimit']);
  const listed = { services: services.join(', '), serviceGroups: optional.map(({ name }) => name).join(', ') };
  return [
    ...(options.listServicesNotice && services.length > 0 ? [filled(designText(design, 'texts', 'listServicesNotice'), listed)] : []),
    ...(options.dataProcessingInUnsafeCountries ? [designText(design, 'texts', 'dataProcessingInUnsafeCountries')] : []),
    ...(options.ageNotice ? [filled(designText(design, 'texts', 'ageNoticeBanner'), { minAge })] : []),
  ];
}

/** Whether the page is one that shows no banner: named in the settings, or a document that the banner itself leads to. */
async function isHiddenOn(site: Site, { options }: Configuration, links: readonly ResolvedLink[], address: string): Promise<boolean> {
  const page = await resolveLink(site, address);
  const hidden = [
    ...options.hidePageIds.split(',').map(Number),
    ...links.filter((link) => link.hideCookieBanner).map(({ pageId }) => pageId),
  ];
  return page !== null && page !== 0 && hidden.includes(page);
}

/** Where the banner would stand. */
export interface BannerPlace {
  /** Address of the page; null = none in particular. */
  address: string | null;
  /** Country of the visitor by its code of two letters, where it is known better than by the address of the request. */
  country: string | null;
}

/**
 * What a page shows its visitor. Nothing is documented by it: what is implied for a country or a page without banner is, once the page asks
 * `predecideConsent` (section 2.5).
 */
export async function shownBanner(site: Site, visitor: Visitor, place: BannerPlace): Promise<ShownBanner> {
  const configuration = await readConfiguration(site);
  const { options } = configuration;
  const revisions = calculatedRevisions(site, configuration);
  const { name, remembered } = rememberedConsent(site, configuration, visitor);
  const revisionHash = await publishedHash(site, '', revisions);
  const links = resolvedLinks(configuration);
  const design = wholeDesign(configuration.design);
  const needsNoDecision = async () =>
    remembered?.hash === revisionHash ||
    (options.acceptAllForBots && isBot(visitor) && !isLighthouse(visitor)) ||
    (await isBypassedCountry(site, configuration, visitor, place.country)) ||
    (await isBannerless(site, configuration, place.address)) ||
    (place.address !== null && (await isHiddenOn(site, configuration, links, place.address)));
  return {
    isActive: options.bannerActive,
    isAsked: options.bannerActive && !(await needsNoDecision()),
    decision: remembered?.decision ?? null,
    cookieName: name,
    revisionHash,
    groups: revisions.dependent.content.groups,
    links,
    buttons: buttonsOf(design),
    notices: noticesOf(configuration, revisions, design),
    design,
  };
}
