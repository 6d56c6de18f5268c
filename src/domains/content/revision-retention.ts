import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, runIn, statement } from '#app/core/db/statement.ts';
import { daysBefore, PORTION } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { revisionKeptDays, revisionsToKeep } from './content.settings.ts';

/** Number of contents per transaction. */
const CONTENTS = 100;

/** Skips locked contents, which another transaction is changing. A later night cleans them. */
const over = statement(
  'contents_with_old_revisions',
  `SELECT c.id FROM content c WHERE c.id > $1::int AND c.revision_count > 1 AND (($2::int > 0 AND c.revision_count > $2::int)
      OR (SELECT r.created_utc FROM revision r WHERE r.content_id = c.id ORDER BY r.id LIMIT 1) < $3::timestamptz)
    ORDER BY c.id LIMIT ${CONTENTS} FOR NO KEY UPDATE SKIP LOCKED`,
  rowShape({ id: 'int' }),
);
const remove = statement(
  'remove_old_revisions',
  `DELETE FROM revision WHERE id IN (SELECT r.id FROM content c JOIN LATERAL (
        SELECT v.id, v.created_utc, row_number() OVER (ORDER BY v.id DESC) AS place FROM revision v WHERE v.content_id = c.id
      ) r ON r.id IS DISTINCT FROM c.latest_revision_id AND (($2::int > 0 AND r.place > $2::int) OR r.created_utc < $3::timestamptz)
    WHERE c.id = ANY($1::int[]) LIMIT ${PORTION})`,
);
const count = statement(
  'count_revisions_left',
  `UPDATE content c SET revision_count = (SELECT count(*) FROM revision r WHERE r.content_id = c.id) WHERE c.id = ANY($1::int[])`,
);

type Limits = readonly [keep: number, before: Date | null];

/** Removes old revisions of some contents in one short transaction. Returns the number of removed revisions, and the ID to continue after. */
async function removePortion(tx: Tx, after: number, limits: Limits): Promise<{ removed: number; next: number | null }> {
  const ids = (await rowsIn(tx, over, after, ...limits)).map(({ id }) => id);
  if (ids.length === 0) return { removed: 0, next: null };
  const removed = await runIn(tx, remove, ids, ...limits);
  await runIn(tx, count, ids);
  return { removed, next: removed < PORTION ? (ids.at(-1) ?? null) : after };
}

/** Removes revisions beyond the limits of the settings and returns their number. Always keeps the newest revision of a content, because `keepRevision` compares with it. */
export async function removeOldRevisions(site: Site): Promise<number> {
  const days = site.settings.get(revisionKeptDays);
  const limits: Limits = [site.settings.get(revisionsToKeep), days === 0 ? null : daysBefore(now(), days)];
  if (limits[0] === 0 && days === 0) return 0;
  let sum = 0;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const { removed, next } = await site.db.transaction((tx) => removePortion(tx, from, limits));
    sum += removed;
    after = next;
  }
  return sum;
}
