import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { Database } from '#app/core/db/database.ts';
import type { Add } from '#app/core/db/lists/keyset.ts';
import type { UnionBranches } from '#app/core/db/lists/union-branches.ts';

/*
 * Due content counts as published before the job publishes it (core-rest.md 12): in records when they are read (`recordOf`), and in lists with the
 * functions of this file. They store nothing. While nothing is due, the statements of lists stay the same.
 */

/**
 * Interval of the query for the next date. Other processes schedule at least a minute ahead (core-rest.md 7.5), so no date is missed. Dates of this
 * process are known at once.
 */
const LOOK_EVERY_MS = 20_000;
/** Shorter interval while content is due, because the job may publish it at any time. */
const LOOK_AGAIN_MS = 1_000;

interface Watch {
  lookedAt: number;
  /** Date of the next scheduled content. */
  nextDue: number;
  looking: Promise<void> | null;
}

const notLooked = (): Watch => ({ lookedAt: Number.NEGATIVE_INFINITY, nextDue: Number.POSITIVE_INFINITY, looking: null });
type Watching = Pick<Database, 'state'>;

/** Records a new scheduled date, so that reads of this process include it. */
export function noteScheduled({ db }: { db: Watching }, dueAt: Date): void {
  const watch = db.state.of(notLooked);
  watch.nextDue = Math.min(watch.nextDue, dueAt.getTime());
}

/** Makes the next read query again after content was published. */
export function notePublished({ db }: { db: Watching }): void {
  db.state.of(notLooked).lookedAt = Number.NEGATIVE_INFINITY;
}

const firstDate = statement(
  'next_due_content',
  `SELECT min(c.date_utc) AS due FROM content c WHERE c.status = 'future'`,
  rowShape({ due: 'timestamptz?' }),
);

async function look(db: Database, watch: Watch): Promise<void> {
  const at = now({ expiresWith: ['schedule'] }).getTime();
  const [row] = await db.rows(firstDate);
  watch.lookedAt = at;
  watch.nextDue = row?.due?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Refreshes the next scheduled date if it is outdated. Call it before reading a list of content. Usually runs no query. */
export async function noticeDueContent(db: Database): Promise<void> {
  const watch = db.state.of(notLooked);
  const at = now({ expiresWith: ['schedule'] }).getTime();
  const isFresh = Math.abs(at - watch.lookedAt) < (watch.nextDue > at ? LOOK_EVERY_MS : LOOK_AGAIN_MS);
  if (isFresh) return;
  watch.looking ??= look(db, watch).finally(() => {
    watch.looking = null;
  });
  await watch.looking;
}

/** True if content was due at the last query. */
function isSomethingDue(db: Watching): boolean {
  return db.state.of(notLooked).nextDue <= now({ expiresWith: ['schedule'] }).getTime();
}

/** Returns the conditions of a list for an SQL expression of the status. */
export type ByStatus = (status: string) => string;

/** Returns conditions on rows `c` of `content` in which due content counts as published. */
export function seenContent(db: Watching, add: Add, by: ByStatus): UnionBranches {
  if (!isSomethingDue(db)) return by('c.status');
  const isDue = `(c.status = 'future' AND c.date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz)`;
  return [`${by('c.status')} AND ${isDue} IS NOT TRUE`, `${by(`'publish'`)} AND ${isDue}`];
}

/** Does the same for rows `e` of events. */
export function seenEvents(db: Watching, add: Add, by: ByStatus): UnionBranches {
  if (!isSomethingDue(db)) return by('e.status');
  const isDue = `(e.status = 'future' AND e.content_id IN (SELECT id FROM content WHERE status = 'future' AND date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz))`;
  return [`${by('e.status')} AND NOT ${isDue}`, `${by(`'publish'`)} AND ${isDue}`];
}

/** Returns the SQL expression of a row's visible status, for conditions that no index serves. */
export function seenStatus(row: string, add: Add): string {
  return `CASE WHEN ${row}.status = 'future' AND ${row}.date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz THEN 'publish' ELSE ${row}.status END`;
}
