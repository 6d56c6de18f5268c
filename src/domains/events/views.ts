import type { ContentRecord } from '../content/record.ts';
import { kindOf } from '../content/kinds.ts';
import { mediaUrl, type MediaRecord } from '../content/media.service.ts';
import { expanded, isHidden } from '../content/rendering.ts';
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

/** Address of the page of an event, venue or organizer, whatever its status; the plain one while it has no slug (events.md 2.2). */
export function pageOf(site: Site, content: Pick<ContentRecord, 'id' | 'kind' | 'slug' | 'dateLocal'>): string {
  const kind = kindOf(content.kind);
  return (
    site.config.siteUrl +
    (content.slug === '' ? `/${kind.plainQuery(content.id)}` : kind.path({ ...content, pathAbove: null }, content.slug))
  );
}

/** Id that stays unique among sites: host and path of this one with the number. */
export function globalId(site: Site, id: number): string {
  return `${site.config.siteUrl.replace(/^https?:\/\//, '')}?id=${id}`;
}

/** The title as the calendar shows it. */
export const titleOf = (content: Pick<ContentRecord, 'title'>) => renderPlainTitle(content.title);

/** Returns the text as HTML with its placeholders rendered, trimmed; empty while a password hides it. */
export const descriptionOf = (site: Site, content: ContentRecord, reader: PageReader | null = null) =>
  expanded(site, content, textOf(content, content.content), reader);

/** Returns the text as HTML without its placeholders: for formats that hold plain text. */
export const plainDescriptionOf = (content: ContentRecord) => stripPlaceholders(textOf(content, content.content));

/** Returns the excerpt that was written, as HTML; none is made from the text. */
export const writtenExcerptOf = (content: ContentRecord) => stripPlaceholders(textOf(content, content.excerpt));

const textOf = (content: ContentRecord, raw: string) => (isHidden(content) ? '' : renderContent(raw).trim());

/** The event's own page elsewhere: this site's when none was ever set. */
export function websiteOf(site: Site, event: EventRecord): string {
  return isHidden(event) ? '' : (event.website ?? pageOf(site, event));
}

/** Names of what a password hides of a venue or organizer, these details included; null when nothing is hidden. */
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
  const held = { ...texts, ...Object.fromEntries(details.map((name) => [name, content[name]])) };
  return Object.entries(held).flatMap(([name, value]) => (value === null || value === '' ? [] : [name]));
}

const nothing: CostDetails = { symbol: '', code: '', position: '', values: [] };

/** Cost that follows from the tickets of an event; null where its author wrote a cost, or it has no tickets. */
function ticketCostOf(site: Site, { costs, ticketPrices }: EventRecord): TicketCost | null {
  return costs.length > 0 || ticketPrices.length === 0 ? null : ticketingOfEvents(site).costOf(site, ticketPrices.map(BigInt));
}

const ownCurrency = (event: EventRecord) => ({
  symbol: event.currencySymbol,
  code: event.currencyCode,
  position: event.currencyPosition,
});

/** What the costs of an event say, or else its tickets; nothing while a password hides it. */
export function costsOf(site: Site, event: EventRecord): CostDetails {
  if (isHidden(event)) return nothing;
  return ticketCostOf(site, event)?.details ?? costDetails(event.costs, ownCurrency(event), sanitizeSlug);
}

/**
 * The numbers among the costs as amounts, ascending; null where nobody knows their currency (the costs have a symbol of their own and the event
 * names no currency), or where one is finer than its minor unit.
 */
export function costAmountsOf(site: Site, { code, symbol, values }: CostDetails): { minor: bigint; currency: string }[] | null {
  const isUsual = symbol === '' || symbol === site.settings.get(currencySymbol);
  const currency = code !== '' ? code : isUsual ? site.settings.get(currencyCode) : null;
  if (currency === null) return null;
  return costsInMinorUnits(values, minorDigits(currency))?.map((minor) => ({ minor, currency })) ?? null;
}

/** The costs as text, or else the prices of its tickets. */
export function costOf(site: Site, event: EventRecord): string {
  if (isHidden(event)) return '';
  const ofTickets = ticketCostOf(site, event);
  if (ofTickets) return ofTickets.text;
  if (event.costs.length === 0) return '';
  const style = {
    symbol: site.settings.get(currencySymbol),
    position: site.settings.get(currencyReversed) ? 'postfix' : 'prefix',
  } as const;
  return costText(event.costs, costDetails(event.costs, ownCurrency(event), sanitizeSlug), style);
}

/** The same for a page: prices of tickets are written in its language. */
export function shownCostOf(site: Site, say: Say, event: EventRecord): string {
  return isHidden(event) ? '' : (ticketCostOf(site, event)?.shown(say) ?? costOf(site, event));
}

/** Parts of the address that are known, in writing order. */
export function addressParts(venue: VenueRecord): string[] {
  return [venue.address, venue.city, venue.stateProvince, venue.zip, venue.country].filter((part) => part !== '');
}

/** Address of a map search for the venue; empty without an address. */
export function directionsOf(venue: VenueRecord): string {
  const parts = isHidden(venue) ? [] : addressParts(venue);
  return parts.length === 0 ? '' : `https://maps.google.com/maps?f=q&source=s_q&hl=en&geocode=&q=${encodeURIComponent(parts.join(' '))}`;
}

/** Names for style sheets (events.md 3.2). */
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

/** The extension of a file's name, without the dot. */
export function extensionOf(image: MediaRecord): string {
  return /\.([a-z0-9]+)$/i.exec(image.fileName)?.[1]?.toLowerCase() ?? '';
}

/** Address of an image. */
export const imageUrl = (site: Site, image: MediaRecord) => mediaUrl(site, image.file);
