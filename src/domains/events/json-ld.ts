import { DomUtils, parseDocument } from 'htmlparser2';
import type { ContentRecord } from '../content/record.ts';
import { renderContentExcerpt } from '../content/rendering.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import { formatIsoLocal } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { isEventCancelled } from './calendar/event-status.ts';
import { currencyCode } from './events.settings.ts';
import type { EventRecord } from './event.record.ts';
import type { OrganizerRecord, VenueRecord } from './linked.record.ts';
import { formatCost, getCostDetails, buildImageUrl, getPageUrl } from './views.ts';

/** An object in the schema.org vocabulary. */
export type JsonLd = Readonly<Record<string, unknown>>;

const omitEmpty = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== null && value !== undefined));

/** Strips markup, decodes entities and collapses white space. */
function toPlainText(html: string): string {
  const text = stripTags(html);
  // most strings have no entities and need no parser
  const decoded = /[&<]/.test(text) ? DomUtils.textContent(parseDocument(text)) : text;
  return decoded.replace(/\s+/g, ' ').trim();
}

function buildCommonMembers(site: Site, content: ContentRecord & { image: EventRecord['image'] }): Record<string, unknown> {
  return omitEmpty({
    name: toPlainText(content.title),
    description: toPlainText(renderContentExcerpt(content)),
    image: content.image ? buildImageUrl(site, content.image) : '',
    url: getPageUrl(site, content),
  });
}

/** Returns a venue as a `Place` without `@context`. */
function buildVenueMembers(site: Site, venue: VenueRecord): Record<string, unknown> {
  const address = omitEmpty({
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateProvince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  });
  return omitEmpty({
    '@type': 'Place',
    ...buildCommonMembers(site, venue),
    address: Object.keys(address).length > 0 ? { '@type': 'PostalAddress', ...address } : null,
    geo:
      venue.latitude !== null && venue.longitude !== null
        ? { '@type': 'GeoCoordinates', latitude: venue.latitude, longitude: venue.longitude }
        : null,
    telephone: venue.phone,
    sameAs: venue.website,
  });
}

function buildOrganizerMembers(site: Site, organizer: OrganizerRecord): Record<string, unknown> {
  return omitEmpty({
    '@type': 'Person',
    ...buildCommonMembers(site, organizer),
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  });
}

const schemaContext = { '@context': 'http://schema.org' };
const isShown = (content: ContentRecord) => content.status === 'publish' && content.password === '';

function buildOffer(site: Site, event: EventRecord): Record<string, unknown> | null {
  const cost = formatCost(site, event);
  if (cost === '') return null;
  const { values, code } = getCostDetails(site, event);
  const prices = values.map(Number).filter((value) => !Number.isNaN(value));
  return {
    '@type': 'Offer',
    price: prices.length > 0 ? String(Math.min(...prices)) : '0',
    priceCurrency: code || site.settings.get(currencyCode),
    url: getPageUrl(site, event),
    category: 'primary',
    availability: 'inStock',
    validFrom: `${event.dateUtc ?? event.startUtc}+00:00`,
  };
}

/** Returns the JSON-LD of an event (docs/behaviour/events.md 2.2). The caller has checked that the visitor may see the event. */
export function buildEventJsonLd(site: Site, event: EventRecord): JsonLd {
  const [venue] = event.venues.filter(isShown);
  const [organizer] = event.organizers.filter(isShown);
  const formatIso = (utc: string) => formatIsoLocal(new Date(`${utc}Z`), event.timezone);
  return omitEmpty({
    ...schemaContext,
    '@type': 'Event',
    ...buildCommonMembers(site, event),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: `https://schema.org/${isEventCancelled(event) ? 'EventCancelled' : 'EventScheduled'}`,
    startDate: formatIso(event.startUtc),
    endDate: formatIso(event.endUtc),
    location: venue ? buildVenueMembers(site, venue) : null,
    organizer: organizer ? buildOrganizerMembers(site, organizer) : null,
    offers: buildOffer(site, event),
    performer: 'Organization',
  });
}

/** Returns the JSON-LD of a venue. */
export function buildVenueJsonLd(site: Site, venue: VenueRecord): JsonLd {
  return { ...schemaContext, ...buildVenueMembers(site, venue) };
}

/** Returns the JSON-LD of an organizer. */
export function buildOrganizerJsonLd(site: Site, organizer: OrganizerRecord): JsonLd {
  return { ...schemaContext, ...buildOrganizerMembers(site, organizer) };
}
