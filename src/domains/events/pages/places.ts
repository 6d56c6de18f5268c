import type { PagePlace } from '#app/core/domain/domain.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import { isHidden } from '../../content/rendering.ts';
import type { VenueRecord } from '../linked.record.ts';
import { listAddressParts, getPageUrl } from '../views.ts';
import type { Site } from '#app/site.ts';

/** Returns map markers of the venues that have coordinates, show a map, and are not hidden by a password. */
export function toPagePlaces(site: Site, venues: readonly VenueRecord[]): PagePlace[] {
  return venues.flatMap((venue): PagePlace[] => {
    const { latitude, longitude } = venue;
    if (!venue.showMap || isHidden(venue) || latitude === null || longitude === null) return [];
    return [
      {
        name: toPlainText(venue.title) || 'Untitled',
        address: listAddressParts(venue).join(', '),
        url: getPageUrl(site, venue),
        latitude,
        longitude,
      },
    ];
  });
}
