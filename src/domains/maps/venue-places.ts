import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { PagePlace } from '#app/core/domain/domain.ts';
import { buildMapCondition, venueList } from '#app/domains/events/linked.list.ts';
import type { VenueRecord } from '#app/domains/events/linked.record.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import { addToEachBranch } from '#app/core/db/lists/union-branches.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';

/** A venue as a place on maps. */
export interface VenuePlace extends PagePlace {
  id: number;
}

const selectPlaces = statement(
  'venue_places',
  `SELECT c.id, c.title, c.slug, ARRAY[v.address, v.city, v.state_province, v.zip, v.country] AS parts, v.latitude, v.longitude
    FROM venue v JOIN content c ON c.id = v.content_id
    WHERE c.kind = 'venue' AND c.status = 'publish' AND ${buildMapCondition('v')}
    ORDER BY c.sort_title, c.id LIMIT $1::int`,
  rowShape({ id: 'int', title: 'text', slug: 'text', parts: 'text[]', latitude: 'float', longitude: 'float' }),
);

/** Returns at most `limit` published venues with coordinates, sorted by name. Reads the venues themselves, so that maps are always up to date. */
export async function listVenuePlaces(site: Site, limit: number): Promise<VenuePlace[]> {
  const rows = await site.db.rows(selectPlaces, [limit]);
  return rows.map(({ id, title, slug, parts, latitude, longitude }) => ({
    id,
    name: stripTags(title),
    url: `${site.config.siteUrl}/venue/${slug}/`,
    address: parts
      .map(stripTags)
      .filter((part) => part !== '')
      .join(', '),
    latitude,
    longitude,
  }));
}

/**
 * Returns the list with cursors of the venues on a map: published venues with coordinates, sorted by name. It is empty if the map does not show
 * venues.
 */
export function buildVenueKeyset(): KeysetList<VenueRecord> {
  const list = venueList.createKeyset({ statuses: ['publish'], orderBy: 'title', order: 'asc' });
  return {
    ...list,
    where: (add, owner, db) =>
      addToEachBranch(list.where(add, owner, db), buildMapCondition('v'), `(SELECT shows_venues FROM map WHERE map.id = ${owner})`),
    getStatementName: () => undefined,
  };
}
