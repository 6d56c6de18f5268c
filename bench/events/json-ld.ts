import { stripTags } from '../../src/core/text/plain-text.ts';
import { formatIsoLocal } from '../../src/core/time/zone.ts';
import type { EventRow } from './by-hand.ts';
import { type ContentRow, omitEmpty, getPageUrl, createTeaser } from './shape-parts.ts';

const toPlainText = (html: string) => stripTags(html).replace(/\s+/g, ' ').trim();
const toCommonMembers = (content: ContentRow) => ({
  name: toPlainText(content.title),
  description: toPlainText(createTeaser(content)),
  url: getPageUrl(content),
});

function toPlace({ venue: { content, ...venue } }: EventRow['venues'][number]) {
  return omitEmpty({
    '@type': 'Place',
    ...toCommonMembers(content),
    address: omitEmpty({
      '@type': 'PostalAddress',
      streetAddress: venue.address,
      addressLocality: venue.city,
      addressRegion: venue.stateProvince,
      postalCode: venue.zip,
      addressCountry: venue.country,
    }),
    geo: venue.latitude === null ? null : { '@type': 'GeoCoordinates', latitude: venue.latitude, longitude: venue.longitude },
    telephone: venue.phone,
    sameAs: venue.website,
  });
}

function toPerson({ organizer: { content, phone, email, website } }: EventRow['organizers'][number]) {
  return omitEmpty({ '@type': 'Person', ...toCommonMembers(content), telephone: phone, email, sameAs: website });
}

/** Returns the structured data (JSON-LD) of an event. The legacy API returns it with a single event. */
export function toJsonLd(event: EventRow) {
  const [venue] = event.venues;
  const [organizer] = event.organizers;
  return omitEmpty({
    '@context': 'http://schema.org',
    '@type': 'Event',
    ...toCommonMembers(event.content),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: formatIsoLocal(event.startUtc, event.timezone),
    endDate: formatIsoLocal(event.endUtc, event.timezone),
    location: venue ? toPlace(venue) : null,
    organizer: organizer ? toPerson(organizer) : null,
    offers:
      event.costs.length > 0
        ? {
            '@type': 'Offer',
            price: event.costs[0],
            priceCurrency: event.currencyCode,
            url: getPageUrl(event.content),
            category: 'primary',
            availability: 'inStock',
          }
        : null,
    performer: 'Organization',
  });
}
