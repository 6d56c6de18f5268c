import type { PagePlace } from '#app/core/domain/domain.ts';
import { plainOf } from '../calendar/plain.ts';
import { isHidden } from '../../content/rendering.ts';
import type { VenueRecord } from '../linked.record.ts';
import { addressParts, pageOf } from '../views.ts';
import type { Site } from '#app/site.ts';

/** Where venues are, as maps show it: of those whose place is known, that want a map and hide nothing. */
export function placesOf(site: Site, venues: readonly VenueRecord[]): PagePlace[] {
  return venues.flatMap((venue): PagePlace[] => {
    const { latitude, longitude } = venue;
    if (!venue.showMap || isHidden(venue) || latitude === null || longitude === null) return [];
    return [
      { name: plainOf(venue.title) || 'Untitled', address: addressParts(venue).join(', '), url: pageOf(site, venue), latitude, longitude },
    ];
  });
}
