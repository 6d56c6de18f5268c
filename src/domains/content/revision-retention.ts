import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { subtractDays, BATCH_SIZE } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { revisionRetentionDays, revisionsToKeep } from './content.settings.ts';

/** Number of content items per transaction. */
const ITEMS_PER_TRANSACTION = 100;

/** Selects and locks items with revisions to remove. Skips items that another transaction has locked; the next run includes them. */
const itemsOverLimit = statement(
  'contents_with_old_revisions',
  `SELECT c.id FROM content c WHERE c.id > $1::int AND c.revision_count > 1 AND (($2::int > 0 AND c.revision_count > $2::int)
      OR (SELECT r.created_utc FROM revision r WHERE r.content_id = c.id ORDER BY r.id LIMIT 1) < $3::timestamptz)
    ORDER BY c.id LIMIT ${ITEMS_PER_TRANSACTION} FOR NO KEY UPDATE SKIP LOCKED`,
  rowShape({ id: 'int' }),
);
const removeOld = statement(
  'remove_old_revisions',
  `DELETE FROM revision WHERE id IN (SELECT r.id FROM content c JOIN LATERAL (
        SELECT v.id, v.created_utc, row_number() OVER (ORDER BY v.id DESC) AS place FROM revision v WHERE v.content_id = c.id
      ) r ON r.id IS DISTINCT FROM c.latest_revision_id AND (($2::int > 0 AND r.place > $2::int) OR r.created_utc < $3::timestamptz)
    WHERE c.id = ANY($1::int[]) LIMIT ${BATCH_SIZE})`,
);
const recount = statement(
  'count_revisions_left',
  `UPDATE content c SET revision_count = (SELECT count(*) FROM revision r WHERE r.content_id = c.id) WHERE c.id = ANY($1::int[])`,
);

type Limits = readonly [keep: number, before: Date | null];

/**
 * Removes old revisions of some content items in one short transaction. Returns the number of removed revisions, and the content ID after which to
 * continue; null if there are no further items.
 */
async function removeBatch(tx: Tx, after: number, limits: Limits): Promise<{ removed: number; next: number | null }> {
  const ids = (await queryIn(tx, itemsOverLimit, after, ...limits)).map(({ id }) => id);
  if (ids.length === 0) return { removed: 0, next: null };
  const removed = await executeIn(tx, removeOld, ids, ...limits);
  await executeIn(tx, recount, ids);
  return { removed, next: removed < BATCH_SIZE ? (ids.at(-1) ?? null) : after };
}

/**
 * Removes revisions beyond the limits of the settings and returns their number. Always keeps the newest revision of a content item, because
 * `storeRevision` compares with it.
 */
export async function removeOldRevisions(site: Site): Promise<number> {
  const days = site.settings.get(revisionRetentionDays);
  const limits: Limits = [site.settings.get(revisionsToKeep), days === 0 ? null : subtractDays(now(), days)];
  if (limits[0] === 0 && days === 0) return 0;
  let total = 0;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const { removed, next } = await site.db.transaction((tx) => removeBatch(tx, from, limits));
    total += removed;
    after = next;
  }
  return total;
}
