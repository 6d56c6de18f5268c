import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { processEach } from '#app/core/jobs/process-each.ts';
import { isDatabaseDown } from '#app/core/db/errors.ts';
import type { Site } from '#app/site.ts';
import { notifyContentChanges } from './changes.ts';
import { expireNextDueDate } from './due-content.ts';

/** Maximum number of content items per transaction. */
const BATCH_SIZE = 100;

const dueIds = statement(
  'due_contents',
  `SELECT c.id FROM content c WHERE c.status = 'future' AND c.date_utc <= $1::timestamptz AND c.id > $2 ORDER BY c.id LIMIT ${BATCH_SIZE}`,
  rowShape({ id: 'int' }),
);
// locks rows in the order of their IDs, like all transactions that lock several rows
const publishDue = statement(
  'publish_due_contents',
  `WITH locked AS MATERIALIZED (SELECT id FROM content WHERE id = ANY($2::int[]) ORDER BY id FOR NO KEY UPDATE)
  UPDATE content SET status = 'publish' FROM locked WHERE content.id = locked.id AND status = 'future' AND date_utc <= $1::timestamptz
  RETURNING content.id, kind`,
  rowShape({ id: 'int', kind: 'text' }),
);
const countTerms = statement(
  'count_published_terms',
  `WITH added AS MATERIALIZED (SELECT term_id AS id, count(*)::int AS n FROM content_term WHERE content_id = ANY($1::int[]) GROUP BY term_id),
  locked AS MATERIALIZED (SELECT id FROM term WHERE id IN (SELECT id FROM added) ORDER BY id FOR NO KEY UPDATE)
  UPDATE term SET count = count + added.n FROM added JOIN locked USING (id) WHERE term.id = added.id`,
);

async function publishBatch(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await queryIn(tx, publishDue, now(), ids);
  if (rows.length === 0) return [];
  const published = rows.map((row) => row.id);
  await executeIn(tx, countTerms, published);
  await notifyContentChanges(
    tx,
    rows.map(({ id, kind }) => ({ id, kind, from: 'future', to: 'publish' })),
  );
  return published;
}

/** Publishes these items together. If that fails, publishes each item separately, so that one failure does not block the others. */
async function publishOrSplit(site: Site, ids: readonly number[]): Promise<number[]> {
  try {
    return await site.db.transaction((tx) => publishBatch(tx, ids));
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    const published = await processEach(
      site,
      ids.map((id) => ({ id })),
      'scheduled content could not be published; it is shown as published and will be tried again',
      ({ id }) => site.db.transaction((tx) => publishBatch(tx, [id])),
    );
    return published.flat();
  }
}

/**
 * Publishes all scheduled content that is due, without changing the dates. Returns the IDs of the published content. Logs failures; content
 * that could not be published stays scheduled. Can be called again at any time.
 */
export async function publishDueContent(site: Site): Promise<number[]> {
  const published: number[] = [];
  let ids: number[] = [];
  do {
    const rows = await site.db.rows(dueIds, [now(), ids.at(-1) ?? 0]);
    ids = rows.map(({ id }) => id);
    if (ids.length > 0) published.push(...(await publishOrSplit(site, ids)));
  } while (ids.length === BATCH_SIZE);
  if (published.length > 0) expireNextDueDate(site);
  return published;
}
