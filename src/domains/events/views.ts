import type { ContentRecord } from '../content/record.ts';
import { getKind } from '../content/kinds.ts';
import { buildMediaUrl, type MediaRecord } from '../content/media.service.ts';
import { withShortcodes, isHidden } from '../content/rendering.ts';
import { getMinorDigits } from '#app/core/money/currency.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { PageReader } from '#app/core/shortcodes/expand-shortcodes.ts';
import { renderContent, renderPlainTitle } from '#app/core/text/render.ts';
import { stripExpandedShortcodes } from '#app/core/text/shortcodes.ts';
import type { Site } from '#app/site.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { type TicketCost, getTicketing } from './ticketing.ts';
import { parseCostDetails, type CostDetails, parseCostsInMinorUnits, formatCosts } from './costs.rules.ts';
import type { EventRecord } from './event.record.ts';
import { currencyCode, currencyReversed, currencySymbol } from './events.settings.ts';
import type { LinkedRecord, VenueRecord } from './linked.record.ts';

/**
 * Returns the page URL of an event, venue or organizer with any status. Without a slug, returns the URL that contains the ID
 * (docs/behaviour/events.md 2.2).
 */
export function getPageUrl(site: Site, content: Pick<ContentRecord, 'id' | 'kind' | 'slug' | 'dateLocal'>): string {
  const kind = getKind(content.kind);
  return (
    site.config.siteUrl +
    (content.slug === '' ? `/${kind.plainQuery(content.id)}` : kind.path({ ...content, pathAbove: null }, content.slug))
  );
}

/** Returns an ID that is unique among all sites: host and path of this site, followed by the ID. */
export function buildGlobalId(site: Site, id: number): string {
  return `${site.config.siteUrl.replace(/^https?:\/\//, '')}?id=${id}`;
}

/** Returns the title as the calendar shows it. */
export const renderTitle = (content: Pick<ContentRecord, 'title'>) => renderPlainTitle(content.title);

/** Returns the description as trimmed HTML with expanded shortcodes; empty while a password hides it. */
export const renderDescription = (site: Site, content: ContentRecord, reader: PageReader | null = null) =>
  withShortcodes(site, content, renderText(content, content.content), reader);

/** Returns the description as HTML without shortcodes, for conversion to plain text; empty while a password hides it. */
export const renderDescriptionWithoutShortcodes = (content: ContentRecord) => stripExpandedShortcodes(renderText(content, content.content));

/** Returns the author's excerpt as HTML; empty if the author wrote none, and while a password hides it. */
export const renderExcerpt = (content: ContentRecord) => stripExpandedShortcodes(renderText(content, content.excerpt));

const renderText = (content: ContentRecord, raw: string) => (isHidden(content) ? '' : renderContent(raw).trim());

/** Returns the event's website, or its page on this site if no website was ever set. Empty while a password hides it. */
export function getWebsite(site: Site, event: EventRecord): string {
  return isHidden(event) ? '' : (event.website ?? getPageUrl(site, event));
}

/** Returns the names of the fields that a password hides, including these details; null if nothing is hidden. */
export function listHiddenFields<Detail extends string>(
  content: LinkedRecord & Readonly<Record<Detail, unknown>>,
  details: readonly Detail[],
): string[] | null {
  if (!isHidden(content)) return null;
  const texts = {
    description: content.content,
    writtenExcerpt: content.excerpt,
    image: content.image,
    phone: content.phone,
    website: content.website,
  };
  const values = { ...texts, ...Object.fromEntries(details.map((name) => [name, content[name]])) };
  return Object.entries(values).flatMap(([name, value]) => (value === null || value === '' ? [] : [name]));
}

const noCosts: CostDetails = { symbol: '', code: '', position: '', values: [] };

/** Returns the cost that follows from the ticket prices; null if the event has its own costs or no tickets. */
function findTicketCost(site: Site, { costs, ticketPrices }: EventRecord): TicketCost | null {
  return costs.length > 0 || ticketPrices.length === 0 ? null : getTicketing(site).computeCost(site, ticketPrices.map(BigInt));
}

const getOwnCurrency = (event: EventRecord) => ({
  symbol: event.currencySymbol,
  code: event.currencyCode,
  position: event.currencyPosition,
});

/** Returns the parsed costs of an event or of its tickets; empty while a password hides them. */
export function getCostDetails(site: Site, event: EventRecord): CostDetails {
  if (isHidden(event)) return noCosts;
  return findTicketCost(site, event)?.details ?? parseCostDetails(event.costs, getOwnCurrency(event), sanitizeSlug);
}

/**
 * Returns the numeric costs as amounts, ascending. Null if the currency is unknown: the costs have another symbol, and the event has no
 * currency code. Also null if a cost has more decimals than the currency.
 */
export function getCostAmounts(site: Site, { code, symbol, values }: CostDetails): { minor: bigint; currency: string }[] | null {
  const isDefaultSymbol = symbol === '' || symbol === site.settings.get(currencySymbol);
  const currency = code !== '' ? code : isDefaultSymbol ? site.settings.get(currencyCode) : null;
  if (currency === null) return null;
  return parseCostsInMinorUnits(values, getMinorDigits(currency))?.map((minor) => ({ minor, currency })) ?? null;
}

/** Formats the costs of an event or of its tickets; empty without costs and while a password hides them. */
export function formatCost(site: Site, event: EventRecord): string {
  if (isHidden(event)) return '';
  const ticketCost = findTicketCost(site, event);
  if (ticketCost) return ticketCost.text;
  if (event.costs.length === 0) return '';
  const style = {
    symbol: site.settings.get(currencySymbol),
    position: site.settings.get(currencyReversed) ? 'postfix' : 'prefix',
  } as const;
  return formatCosts(event.costs, parseCostDetails(event.costs, getOwnCurrency(event), sanitizeSlug), style);
}

/** Formats the costs for a page, with ticket prices in the language of the page. */
export function formatShownCost(site: Site, translate: Translate, event: EventRecord): string {
  return isHidden(event) ? '' : (findTicketCost(site, event)?.format(translate) ?? formatCost(site, event));
}

/** Returns the known parts of the postal address, from street to country. */
export function listAddressParts(venue: VenueRecord): string[] {
  return [venue.address, venue.city, venue.stateProvince, venue.zip, venue.country].filter((part) => part !== '');
}

/** Returns the URL of a map search for the venue; empty without a postal address. */
export function buildDirectionsUrl(venue: VenueRecord): string {
  const parts = isHidden(venue) ? [] : listAddressParts(venue);
  return parts.length === 0 ? '' : `https://maps.google.com/maps?f=q&source=s_q&hl=en&geocode=&q=${encodeURIComponent(parts.join(' '))}`;
}

/** Returns the CSS class names of the content (docs/behaviour/events.md 3.2). */
export function listClasses(content: ContentRecord): string[] {
  const { typeName } = getKind(content.kind);
  const prefixes: Readonly<Record<string, string>> = { post_tag: 'tag', event_category: 'tribe_events_cat' };
  return [
    `post-${content.id}`,
    typeName,
    `type-${typeName}`,
    `status-${content.status}`,
    ...(content.password === '' ? [] : ['post-password-required']),
    'hentry',
    ...content.terms.flatMap((term) => (prefixes[term.taxonomy] ? [`${prefixes[term.taxonomy]}-${term.slug}`] : [])),
  ];
}

/** Returns the file extension of an image without the dot. */
export function getExtension(image: MediaRecord): string {
  return /\.([a-z0-9]+)$/i.exec(image.fileName)?.[1]?.toLowerCase() ?? '';
}

/** Returns the URL of an image. */
export const buildImageUrl = (site: Site, image: MediaRecord) => buildMediaUrl(site, image.file);
