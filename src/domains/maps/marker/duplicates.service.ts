import { rowShape } from '#app/core/db/columns.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { touchMaps } from '../map-changes.ts';

/** Columns in which duplicates are equal. The marker with the lowest ID is the original. */
const SAME = 'map_id, lat, lng, address, title, link, description';

const counting = statement(
  'map_marker_duplicates',
  `SELECT (count(*) - count(DISTINCT (${SAME})))::int AS count FROM map_marker`,
  rowShape({ count: 'int' }),
);
const removing = statement(
  'remove_map_marker_duplicates',
  `DELETE FROM map_marker WHERE id IN (
    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY ${SAME} ORDER BY id) AS place FROM map_marker) AS placed WHERE place > 1
  ) RETURNING map_id AS "mapId"`,
  rowShape({ mapId: 'int' }),
);

/** Counts the markers that duplicate an earlier one. */
export async function countDuplicates(site: Site): Promise<number> {
  const [counted] = await site.db.rows(counting);
  return counted?.count ?? 0;
}

/** Deletes the markers that duplicate an earlier one and returns their number. */
export async function removeDuplicates(site: Site): Promise<number> {
  return await site.db.transaction(async (tx) => {
    const gone = await rowsIn(tx, removing);
    await touchMaps(
      tx,
      gone.map(({ mapId }) => mapId),
    );
    return gone.length;
  });
}
