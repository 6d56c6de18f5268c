import type { Site } from '#app/site.ts';
import { resolveLink } from '#app/domains/content/permalinks.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { readRememberedConsent } from '../documenting/document.service.ts';
import { isBannerless, isBypassedCountry } from '../documenting/predecision.service.ts';
import { isBot, type Visitor } from '../documenting/visitor.ts';
import { type CalculatedRevisions, calculateRevisions } from '../revision/calculated-revisions.ts';
import type { GroupInRevision } from '../revision/content.types.ts';
import { type ResolvedLink, resolveLinks } from '../revision/independent.rules.ts';
import { readPublishedHash } from '../revision/revision.service.ts';
import { completeDesign } from './design.defaults.ts';

/** A button of the banner. */
export interface BannerButton {
  kind: 'all' | 'essential' | 'save' | 'individual';
  isLink: boolean;
  label: string;
}

/** Data that a page needs to ask for consent or to show the visitor's decision. */
export interface BannerView {
  /** True if the banner is active and this page has to ask the visitor. */
  isAsked: boolean;
  isActive: boolean;
  /** Decision of the visitor for the published or an earlier revision. Null if the visitor has not decided. */
  decision: Decision | null;
  /** Name of the consent cookie. */
  cookieName: string;
  /** Hash of the published revision. The banner is shown again to visitors whose cookie contains another hash. */
  revisionHash: string;
  groups: readonly GroupInRevision[];
  links: readonly ResolvedLink[];
  buttons: readonly BannerButton[];
  /** Additional notices, each a complete sentence. */
  notices: readonly string[];
  design: Record<string, Record<string, unknown>>;
}

/** Returns a text of the design by section and key, or an empty string if it does not exist. */
export function getDesignText(design: BannerView['design'], section: string, key: string): string {
  const value = design[section]?.[key];
  return typeof value === 'string' ? value : '';
}

/** Section and key of the design that contain the label of each button. */
const BUTTON_LABELS = {
  all: ['texts', 'acceptAll'],
  essential: ['texts', 'acceptEssentials'],
  save: ['individualTexts', 'save'],
  individual: ['texts', 'acceptIndividual'],
} as const;
/** Key of the section `decision` that contains the form of each button: `button`, `link` or `hide`. */
const BUTTON_FORMS = { all: 'acceptAll', essential: 'acceptEssentials', save: 'saveButton', individual: 'acceptIndividual' } as const;
type ButtonKind = BannerButton['kind'];
const isButtonKind = (name: string): name is ButtonKind => Object.hasOwn(BUTTON_LABELS, name);

/** Returns the visible buttons in display order. Clients show `save` only in the view of individual services. */
function listButtons(design: BannerView['design']): BannerButton[] {
  const order = getDesignText(design, 'decision', 'buttonOrder').split(',').filter(isButtonKind);
  return order.flatMap((kind) => {
    const form = getDesignText(design, 'decision', BUTTON_FORMS[kind]);
    const [section, key] = BUTTON_LABELS[kind];
    return form === 'hide' ? [] : [{ kind, isLink: form === 'link', label: getDesignText(design, section, key) }];
  });
}

const fillPlaceholders = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all);

function listNotices({ options }: Configuration, { dependent }: CalculatedRevisions, design: BannerView['design']): string[] {
  const optional = dependent.content.groups.filter(({ isEssential }) => !isEssential);
  const services = optional.flatMap(({ items }) => items.map(({ name }) => name));
  const minAge = String(dependent.content.options['ageNoticeAgeLimit']);
  const names = { services: services.join(', '), serviceGroups: optional.map(({ name }) => name).join(', ') };
  return [
    ...(options.listServicesNotice && services.length > 0
      ? [fillPlaceholders(getDesignText(design, 'texts', 'listServicesNotice'), names)]
      : []),
    ...(options.dataProcessingInUnsafeCountries ? [getDesignText(design, 'texts', 'dataProcessingInUnsafeCountries')] : []),
    ...(options.ageNotice ? [fillPlaceholders(getDesignText(design, 'texts', 'ageNoticeBanner'), { minAge })] : []),
  ];
}

/** True for pages that the settings exclude from the banner, and for linked pages that hide it, such as the privacy policy. */
async function isBannerHiddenOn(site: Site, { options }: Configuration, links: readonly ResolvedLink[], url: string): Promise<boolean> {
  const pageId = await resolveLink(site, url);
  const hiddenPageIds = [
    ...options.hidePageIds.split(',').map(Number),
    ...links.filter((link) => link.hideCookieBanner).map((link) => link.pageId),
  ];
  return pageId !== null && pageId !== 0 && hiddenPageIds.includes(pageId);
}

/** The page and country for which the banner is requested. */
export interface BannerRequest {
  /** URL of the page. Null if the banner is requested without a specific page. */
  url: string | null;
  /** Two-letter country code of the visitor, if the client knows it. If null, the IP address determines the country. */
  country: string | null;
}

/**
 * Returns the banner for a visitor and a page. Does not document implied consents: pages call `predecideConsent` to do that
 * (docs/behaviour/consent-queue-product.md 2.5).
 */
export async function readBanner(site: Site, visitor: Visitor, request: BannerRequest): Promise<BannerView> {
  const configuration = await readConfiguration(site);
  const { options } = configuration;
  const revisions = calculateRevisions(site, configuration);
  const { name, remembered } = readRememberedConsent(site, configuration, visitor);
  const revisionHash = await readPublishedHash(site, '', revisions);
  const links = resolveLinks(configuration);
  const design = completeDesign(configuration.design);
  const canSkipDecision = async () =>
    remembered?.hash === revisionHash ||
    (options.acceptAllForBots && isBot(visitor)) ||
    (await isBypassedCountry(site, configuration, visitor, request.country)) ||
    (await isBannerless(site, configuration, request.url)) ||
    (request.url !== null && (await isBannerHiddenOn(site, configuration, links, request.url)));
  return {
    isActive: options.bannerActive,
    isAsked: options.bannerActive && !(await canSkipDecision()),
    decision: remembered?.decision ?? null,
    cookieName: name,
    revisionHash,
    groups: revisions.dependent.content.groups,
    links,
    buttons: listButtons(design),
    notices: listNotices(configuration, revisions, design),
    design,
  };
}
