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

/** A button of the banner. */
export interface OfferedButton {
  kind: 'all' | 'essential' | 'save' | 'individual';
  isLink: boolean;
  label: string;
}

/** Data with which a page asks for consent or shows the visitor's decision. */
export interface ShownBanner {
  /** True if the banner is active and this page has to ask the visitor. */
  isAsked: boolean;
  isActive: boolean;
  /** Decision of the visitor for the published or an earlier revision. Null without a decision. */
  decision: Decision | null;
  /** Name of the consent cookie, and the revision hash that it must contain. */
  cookieName: string;
  revisionHash: string;
  groups: readonly RevisionGroup[];
  links: readonly ResolvedLink[];
  buttons: readonly OfferedButton[];
  /** Further notices as complete sentences. */
  notices: readonly string[];
  design: Record<string, Record<string, unknown>>;
}

/** Returns a text of the design, or an empty string. */
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

/** Returns the buttons in their order without hidden ones. `save` is only for the view of single services. */
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

/** True if the page shows no banner: a page of the settings, or a document that the banner links. */
async function isHiddenOn(site: Site, { options }: Configuration, links: readonly ResolvedLink[], address: string): Promise<boolean> {
  const page = await resolveLink(site, address);
  const hidden = [
    ...options.hidePageIds.split(',').map(Number),
    ...links.filter((link) => link.hideCookieBanner).map(({ pageId }) => pageId),
  ];
  return page !== null && page !== 0 && hidden.includes(page);
}

/** The page and country for which the banner is requested. */
export interface BannerPlace {
  /** Address of the page. Null for no specific page. */
  address: string | null;
  /** Two-letter country code of the visitor, if the client knows it. Otherwise the IP address decides. */
  country: string | null;
}

/** Returns the banner for a visitor and a page. Documents nothing: the page calls `predecideConsent` for implied consents (section 2.5). */
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
