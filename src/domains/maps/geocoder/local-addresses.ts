import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import type { Position } from '../geometry.rules.ts';
import { toLikePattern } from '../marker/marker.list.ts';

/** A public address of this site, which belongs to a published venue or an approved marker. */
export interface LocalAddress extends Position {
  kind: 'venue' | 'marker';
  id: number;
  name: string;
  address: string;
  /** Country of the venue as entered by a user. Empty for markers. */
  country: string;
}

/** An address as the statements below return it. */
interface AddressRow {
  kind: 'venue' | 'marker';
  id: number;
  name: string;
  parts: string[];
  country: string;
  latitude: number;
  longitude: number;
}

/** A statement reads at most this number of venues and this number of markers. */
const MAX_ROWS = 200;

const VENUES_SQL = `SELECT 'venue' AS kind, c.id, c.title AS name, ARRAY[v.address, v.zip, v.city, v.state_province, v.country] AS parts,
  v.country, v.latitude, v.longitude FROM venue v JOIN content c ON c.id = v.content_id
  WHERE c.status = 'publish' AND c.password = '' AND v.latitude IS NOT NULL AND v.longitude IS NOT NULL`;
const MARKERS_SQL = `SELECT 'marker' AS kind, id, title AS name, ARRAY[address] AS parts, '' AS country, lat_num AS latitude, lng_num AS longitude
  FROM map_marker WHERE approved AND lat_num IS NOT NULL AND address <> ''`;

const addressShape = narrowShape<AddressRow>(
  rowShape({ kind: 'text', id: 'int', name: 'text', parts: 'text[]', country: 'text', latitude: 'float', longitude: 'float' }),
);
const selectMatching = (quantifier: 'ALL' | 'ANY') =>
  statement(
    `addresses_with_${quantifier.toLowerCase()}`,
    `(${VENUES_SQL} AND (v.search_text LIKE ${quantifier}($1::text[]) OR c.search_text LIKE ${quantifier}($1::text[])) LIMIT ${MAX_ROWS})
      UNION ALL (${MARKERS_SQL} AND search_text LIKE ${quantifier}($1::text[]) LIMIT ${MAX_ROWS})`,
    addressShape,
  );
const [selectWithAll, selectWithAny] = [selectMatching('ALL'), selectMatching('ANY')];
const selectNearest = statement(
  'nearest_address',
  `SELECT * FROM (
    (${VENUES_SQL} ORDER BY point(v.longitude, v.latitude) <-> point($1::float8, $2::float8) LIMIT 1)
    UNION ALL (${MARKERS_SQL} ORDER BY point(lng_num, lat_num) <-> point($1::float8, $2::float8) LIMIT 1)
  ) AS nearest ORDER BY point(longitude, latitude) <-> point($1::float8, $2::float8) LIMIT 1`,
  addressShape,
);

function toLocalAddress({ parts, name, ...place }: AddressRow): LocalAddress {
  const address = parts
    .map(stripTags)
    .filter((part) => part !== '')
    .join(', ');
  return { ...place, name: stripTags(name), address };
}

/** Returns the addresses that contain all words. If no address does, returns the addresses that contain at least one of the words. */
export async function findAddresses(site: Site, words: readonly string[]): Promise<LocalAddress[]> {
  const patterns = words.map((word) => toLikePattern(foldForSearch(word)));
  const withAllWords = await site.db.rows(selectWithAll, [patterns]);
  return (withAllWords.length > 0 || words.length < 2 ? withAllWords : await site.db.rows(selectWithAny, [patterns])).map(toLocalAddress);
}

/** Returns the address nearest to a point, or undefined if the site has no address. */
export async function findNearestAddress(site: Site, { latitude, longitude }: Position): Promise<LocalAddress | undefined> {
  const [row] = await site.db.rows(selectNearest, [longitude, latitude]);
  return row && toLocalAddress(row);
}
