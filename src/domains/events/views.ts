import type { ContentRecord } from '../content/record.ts';
import { kindOf } from '../content/kinds.ts';
import { mediaUrl, type MediaRecord } from '../content/media.service.ts';
import { withShortcodes, isHidden } from '../content/rendering.ts';
import { minorDigits } from '#app/core/money/currency.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { PageReader } from '#app/core/shortcodes/expand-shortcodes.ts';
import { renderContent, renderPlainTitle } from '#app/core/text/render.ts';
import { stripPlaceholders } from '#app/core/text/shortcodes.ts';
import type { Site } from '#app/site.ts';
import type { Say } from '#app/core/language/say.ts';
import { type TicketCost, ticketingOfEvents } from './ticketing.ts';
import { costDetails, type CostDetails, costsInMinorUnits, costText } from './costs.rules.ts';
import type { EventRecord } from './event.record.ts';
import { currencyCode, currencyReversed, currencySymbol } from './events.settings.ts';
import type { LinkedRecord, VenueRecord } from './linked.record.ts';

/** Returns the page address of an event, venue or organizer with any status. Without a slug, returns the plain address (events.md 2.2). */
export function pageOf(site: Site, content: Pick<ContentRecord, 'id' | 'kind' | 'slug' | 'dateLocal'>): string {
  const kind = kindOf(content.kind);
  return (
    site.config.siteUrl +
    (content.slug === '' ? `/${kind.plainQuery(content.id)}` : kind.path({ ...content, pathAbove: null }, content.slug))
  );
}

/** Returns an ID that is unique among sites: host and path of this site with the ID. */
export function globalId(site: Site, id: number): string {
  return `${site.config.siteUrl.replace(/^https?:\/\//, '')}?id=${id}`;
}

/** Returns the title as the calendar shows it. */
export const titleOf = (content: Pick<ContentRecord, 'title'>) => renderPlainTitle(content.title);

/** Returns the trimmed text as HTML with expanded shortcodes; empty while a password hides it. */
export const descriptionOf = (site: Site, content: ContentRecord, reader: PageReader | null = null) =>
  withShortcodes(site, content, renderText(content, content.content), reader);

/** Returns the text as HTML without its shortcodes, for plain-text formats. */
export const plainDescriptionOf = (content: ContentRecord) => stripPlaceholders(renderText(content, content.content));

/** Returns the written excerpt as HTML; empty if none exists. */
export const writtenExcerptOf = (content: ContentRecord) => stripPlaceholders(renderText(content, content.excerpt));

const renderText = (content: ContentRecord, raw: string) => (isHidden(content) ? '' : renderContent(raw).trim());

/** Returns the event's website; its page on this site if no website was ever set. */
export function websiteOf(site: Site, event: EventRecord): string {
  return isHidden(event) ? '' : (event.website ?? pageOf(site, event));
}

/** Returns the names of the fields that a password hides, including these details; null if nothing is hidden. */
export function hiddenFieldsOf<Detail extends string>(
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

/** Returns the cost derived from the tickets; null if the author wrote a cost or there are no tickets. */
function ticketCostOf(site: Site, { costs, ticketPrices }: EventRecord): TicketCost | null {
  return costs.length > 0 || ticketPrices.length === 0 ? null : ticketingOfEvents(site).costOf(site, ticketPrices.map(BigInt));
}

const ownCurrency = (event: EventRecord) => ({
  symbol: event.currencySymbol,
  code: event.currencyCode,
  position: event.currencyPosition,
});

/** Returns the parsed costs of an event or of its tickets; empty while a password hides them. */
export function costDetailsOf(site: Site, event: EventRecord): CostDetails {
  if (isHidden(event)) return noCosts;
  return ticketCostOf(site, event)?.details ?? costDetails(event.costs, ownCurrency(event), sanitizeSlug);
}

/**
 * Returns the numeric costs as amounts, ascending. Null if the currency is unknown: the costs have another symbol, and the event has no
 * currency code. Also null if a cost has more decimals than the currency.
 */
export function costAmountsOf(site: Site, { code, symbol, values }: CostDetails): { minor: bigint; currency: string }[] | null {
  const isDefaultSymbol = symbol === '' || symbol === site.settings.get(currencySymbol);
  const currency = code !== '' ? code : isDefaultSymbol ? site.settings.get(currencyCode) : null;
  if (currency === null) return null;
  return costsInMinorUnits(values, minorDigits(currency))?.map((minor) => ({ minor, currency })) ?? null;
}

/** Returns the costs of an event or of its tickets as text; empty without costs and while a password hides them. */
export function costOf(site: Site, event: EventRecord): string {
  if (isHidden(event)) return '';
  const ticketCost = ticketCostOf(site, event);
  if (ticketCost) return ticketCost.text;
  if (event.costs.length === 0) return '';
  const style = {
    symbol: site.settings.get(currencySymbol),
    position: site.settings.get(currencyReversed) ? 'postfix' : 'prefix',
  } as const;
  return costText(event.costs, costDetails(event.costs, ownCurrency(event), sanitizeSlug), style);
}

/** Returns the costs as text for a page, with ticket prices in the language of the page. */
export function shownCostOf(site: Site, say: Say, event: EventRecord): string {
  return isHidden(event) ? '' : (ticketCostOf(site, event)?.shown(say) ?? costOf(site, event));
}

/** Returns the known parts of the address, in writing order. */
export function addressParts(venue: VenueRecord): string[] {
  return [venue.address, venue.city, venue.stateProvince, venue.zip, venue.country].filter((part) => part !== '');
}

/** Returns the address of a map search for the venue; empty without an address. */
export function directionsOf(venue: VenueRecord): string {
  const parts = isHidden(venue) ? [] : addressParts(venue);
  return parts.length === 0 ? '' : `https://maps.google.com/maps?f=q&source=s_q&hl=en&geocode=&q=${encodeURIComponent(parts.join(' '))}`;
}

/** Returns the class names for style sheets (events.md 3.2). */
export function classListOf(content: ContentRecord): string[] {
  const { typeName } = kindOf(content.kind);
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
export function extensionOf(image: MediaRecord): string {
  return /\.([a-z0-9]+)$/i.exec(image.fileName)?.[1]?.toLowerCase() ?? '';
}

/** Returns the address of an image. */
export const imageUrl = (site: Site, image: MediaRecord) => mediaUrl(site, image.file);
