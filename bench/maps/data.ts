import type { Fill } from '../database.ts';
import { selectWord } from '../posts/data.ts';

/** Center and radius of the search. The number of markers within the radius does not depend on the total number. */
export const searchArea = { lat: 52.5, lng: 13.4, kilometers: 25 } as const;
/** Number of markers within the radius. */
const NEAR = 50;
/** Maximum number of markers that contain the searched word. */
const NEEDLES = 40;

/** Inserts `count` approved markers on a hundred maps: `NEAR` of them near the center of the search, the others elsewhere. */
export const markers =
  (count: number): Fill =>
  async (client) => {
    await client.query(`INSERT INTO map (id, title) SELECT n, 'Map ' || n FROM generate_series(2, 100) n`);
    await client.query(`
      INSERT INTO map_marker (id, map_id, title, category, address, description, link, lat, lng, lat_num, lng_num, approved, search_text)
      SELECT 1000 + n, 1 + n % 100, t.title, 'place', t.address, t.description, 'https://example.org/' || n, lat::text, lng::text, lat, lng, true,
             lower(t.title || chr(1) || 'place' || chr(1) || t.address || chr(1) || t.description)
      FROM generate_series(1, ${count}) n,
      LATERAL (SELECT n * 0.754877666 - floor(n * 0.754877666) AS a, n * 0.569840291 - floor(n * 0.569840291) AS b) part,
      LATERAL (SELECT CASE WHEN n <= ${NEAR} THEN round((${searchArea.lat} + (a - 0.5) * 0.2)::numeric, 6)::float8 ELSE round((a * 100 - 60)::numeric, 6)::float8 END AS lat,
                      CASE WHEN n <= ${NEAR} THEN round((${searchArea.lng} + (b - 0.5) * 0.2)::numeric, 6)::float8 ELSE round((b * 180 - 175)::numeric, 6)::float8 END AS lng) spot,
      LATERAL (SELECT 'Stop ' || n || ' at the ' || ${selectWord('n')} AS title, 'Street ' || n % 1000 || ', ' || ${selectWord('n / 7')} AS address,
                      'A ' || ${selectWord('n / 13')} || ' place with ' || ${selectWord('n / 11')} || CASE WHEN n % 200 = 7 AND n / 200 < ${NEEDLES} THEN ' needle' ELSE '' END AS description) t`);
    await client.query(
      'INSERT INTO map_marker_tally (map_id, approved, count) SELECT map_id, approved, count(*) FROM map_marker GROUP BY 1, 2 ON CONFLICT (map_id, approved) DO UPDATE SET count = excluded.count',
    );
  };
