import { stripTags } from '../../src/core/text/plain-text.ts';
import { formatIsoLocal } from '../../src/core/time/zone.ts';
import type { EventRow } from './by-hand.ts';
import { type ContentRow, withoutEmpty, pageAddress, teaser } from './shape-parts.ts';

const plain = (html: string) => stripTags(html).replace(/\s+/g, ' ').trim();
const common = (content: ContentRow) => ({ name: plain(content.title), description: plain(teaser(content)), url: pageAddress(content) });

function placeOf({ venue: { content, ...venue } }: EventRow['venues'][number]) {
  return withoutEmpty({
    '@type': 'Place',
    ...common(content),
    address: withoutEmpty({
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

function personOf({ organizer: { content, phone, email, website } }: EventRow['organizers'][number]) {
  return withoutEmpty({ '@type': 'Person', ...common(content), telephone: phone, email, sameAs: website });
}

/** Returns the description of an event for search engines, which the legacy API sends with a single event. */
export function jsonLd(event: EventRow) {
  const [venue] = event.venues;
  const [organizer] = event.organizers;
  return withoutEmpty({
    '@context': 'http://schema.org',
    '@type': 'Event',
    ...common(event.content),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: formatIsoLocal(event.startUtc, event.timezone),
    endDate: formatIsoLocal(event.endUtc, event.timezone),
    location: venue ? placeOf(venue) : null,
    organizer: organizer ? personOf(organizer) : null,
    offers:
      event.costs.length > 0
        ? {
            '@type': 'Offer',
            price: event.costs[0],
            priceCurrency: event.currencyCode,
            url: pageAddress(event.content),
            category: 'primary',
            availability: 'inStock',
          }
        : null,
    performer: 'Organization',
  });
}
