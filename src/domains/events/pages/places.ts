import type { PagePlace } from '#app/core/domain/domain.ts';
import { plainOf } from '../calendar/plain.ts';
import { isHidden } from '../../content/rendering.ts';
import type { VenueRecord } from '../linked.record.ts';
import { addressParts, pageOf } from '../views.ts';
import type { Site } from '#app/site.ts';

/** Returns map markers of venues that have coordinates, show a map and are not hidden. */
export function placesOf(site: Site, venues: readonly VenueRecord[]): PagePlace[] {
  return venues.flatMap((venue): PagePlace[] => {
    const { latitude, longitude } = venue;
    if (!venue.showMap || isHidden(venue) || latitude === null || longitude === null) return [];
    return [
      { name: plainOf(venue.title) || 'Untitled', address: addressParts(venue).join(', '), url: pageOf(site, venue), latitude, longitude },
    ];
  });
}
