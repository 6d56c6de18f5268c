import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { touchMaps } from '../map-changes.ts';

/** Columns that are equal in duplicates. The marker with the lowest ID is the original. */
const COMPARED_COLUMNS = 'map_id, lat, lng, address, title, link, description';

const selectDuplicateCount = statement(
  'map_marker_duplicates',
  `SELECT (count(*) - count(DISTINCT (${COMPARED_COLUMNS})))::int AS count FROM map_marker`,
  rowShape({ count: 'int' }),
);
const deleteDuplicates = statement(
  'remove_map_marker_duplicates',
  `DELETE FROM map_marker WHERE id IN (
    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY ${COMPARED_COLUMNS} ORDER BY id) AS place FROM map_marker) AS placed WHERE place > 1
  ) RETURNING map_id AS "mapId"`,
  rowShape({ mapId: 'int' }),
);

/** Counts the markers that are duplicates of an earlier marker. */
export async function countDuplicates(site: Site): Promise<number> {
  const [row] = await site.db.rows(selectDuplicateCount);
  return row?.count ?? 0;
}

/** Deletes the markers that are duplicates of an earlier marker, and returns their number. */
export async function removeDuplicates(site: Site): Promise<number> {
  return await site.db.transaction(async (tx) => {
    const deleted = await queryIn(tx, deleteDuplicates);
    await touchMaps(
      tx,
      deleted.map(({ mapId }) => mapId),
    );
    return deleted.length;
  });
}
