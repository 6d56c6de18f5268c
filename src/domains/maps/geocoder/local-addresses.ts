import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { foldForSearch } from '#app/core/text/fold.ts';
import { stripTags } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import type { Position } from '../geometry.rules.ts';
import { likeText } from '../marker/marker.list.ts';

/** A public address of this site: of a published venue or an approved marker. */
export interface LocalAddress extends Position {
  kind: 'venue' | 'marker';
  id: number;
  name: string;
  address: string;
  /** Country of the venue as typed; empty for markers. */
  country: string;
}

interface Found {
  kind: 'venue' | 'marker';
  id: number;
  name: string;
  parts: string[];
  country: string;
  latitude: number;
  longitude: number;
}

/** Maximum number of rows that a query reads. */
const MAX_ROWS = 200;

const venues = `SELECT 'venue' AS kind, c.id, c.title AS name, ARRAY[v.address, v.zip, v.city, v.state_province, v.country] AS parts,
  v.country, v.latitude, v.longitude FROM venue v JOIN content c ON c.id = v.content_id
  WHERE c.status = 'publish' AND c.password = '' AND v.latitude IS NOT NULL AND v.longitude IS NOT NULL`;
const markers = `SELECT 'marker' AS kind, id, title AS name, ARRAY[address] AS parts, '' AS country, lat_num AS latitude, lng_num AS longitude
  FROM map_marker WHERE approved AND lat_num IS NOT NULL AND address <> ''`;

const found = narrowShape<Found>(
  rowShape({ kind: 'text', id: 'int', name: 'text', parts: 'text[]', country: 'text', latitude: 'float', longitude: 'float' }),
);
const matching = (quantor: 'ALL' | 'ANY') =>
  statement(
    `addresses_with_${quantor.toLowerCase()}`,
    `(${venues} AND (v.search_text LIKE ${quantor}($1::text[]) OR c.search_text LIKE ${quantor}($1::text[])) LIMIT ${MAX_ROWS})
      UNION ALL (${markers} AND search_text LIKE ${quantor}($1::text[]) LIMIT ${MAX_ROWS})`,
    found,
  );
const [withAll, withAny] = [matching('ALL'), matching('ANY')];
const nearest = statement(
  'nearest_address',
  `SELECT * FROM (
    (${venues} ORDER BY point(v.longitude, v.latitude) <-> point($1::float8, $2::float8) LIMIT 1)
    UNION ALL (${markers} ORDER BY point(lng_num, lat_num) <-> point($1::float8, $2::float8) LIMIT 1)
  ) AS nearest ORDER BY point(longitude, latitude) <-> point($1::float8, $2::float8) LIMIT 1`,
  found,
);

function addressOf({ parts, name, ...place }: Found): LocalAddress {
  const address = parts
    .map(stripTags)
    .filter((part) => part !== '')
    .join(', ');
  return { ...place, name: stripTags(name), address };
}

/** Returns addresses with all of the words or, if none exist, with any of them. */
export async function findAddresses(site: Site, words: readonly string[]): Promise<LocalAddress[]> {
  const patterns = words.map((word) => likeText(foldForSearch(word)));
  const whole = await site.db.rows(withAll, [patterns]);
  return (whole.length > 0 || words.length < 2 ? whole : await site.db.rows(withAny, [patterns])).map(addressOf);
}

/** Returns the nearest address of a point; undefined if the site has none. */
export async function nearestAddress(site: Site, { latitude, longitude }: Position): Promise<LocalAddress | undefined> {
  const [one] = await site.db.rows(nearest, [longitude, latitude]);
  return one && addressOf(one);
}
