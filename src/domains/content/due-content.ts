import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { Database } from '#app/core/db/database.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import type { UnionBranches } from '#app/core/db/lists/union-branches.ts';

/*
 * Scheduled content is due when its date has passed. It then counts as published, even before the job publishes it (docs/behaviour/core-rest.md 12).
 * `toContentRecord` changes the status of records that are read. The functions of this file change the conditions of lists. While nothing is due, the
 * conditions stay the same. With `expiresWith: ['schedule']`, a cached response expires when content becomes due.
 */

/**
 * Interval of the query for the next date. Other processes schedule at least a minute ahead (docs/behaviour/core-rest.md 7.5), so no date is
 * missed. This process knows the dates that it schedules itself.
 */
const REFRESH_INTERVAL_MS = 20_000;
/** Shorter interval while content is due, because the job may publish it at any time. */
const REFRESH_INTERVAL_WHILE_DUE_MS = 1_000;

interface DueState {
  refreshedAt: number;
  /** Date of the next scheduled content, in milliseconds since 1970; infinity if no content is scheduled. */
  nextDue: number;
  refreshing: Promise<void> | null;
}

const createDueState = (): DueState => ({ refreshedAt: Number.NEGATIVE_INFINITY, nextDue: Number.POSITIVE_INFINITY, refreshing: null });
type StateHolder = Pick<Database, 'state'>;

/** Records a new scheduled date, so that reads of this process include it. */
export function recordScheduledDate({ db }: { db: StateHolder }, dueAt: Date): void {
  const state = db.state.getOrCreate(createDueState);
  state.nextDue = Math.min(state.nextDue, dueAt.getTime());
}

/** Marks the next scheduled date as outdated, so that the next read queries it again. Call it after content was published. */
export function expireNextDueDate({ db }: { db: StateHolder }): void {
  db.state.getOrCreate(createDueState).refreshedAt = Number.NEGATIVE_INFINITY;
}

const nextDueDate = statement(
  'next_due_content',
  `SELECT min(c.date_utc) AS due FROM content c WHERE c.status = 'future'`,
  rowShape({ due: 'timestamptz?' }),
);

async function refresh(db: Database, state: DueState): Promise<void> {
  const time = now({ expiresWith: ['schedule'] }).getTime();
  const [row] = await db.rows(nextDueDate);
  state.refreshedAt = time;
  state.nextDue = row?.due?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Refreshes the next scheduled date if it is outdated. Call it before reading a list of content. Usually runs no query. */
export async function refreshDueContent(db: Database): Promise<void> {
  const state = db.state.getOrCreate(createDueState);
  const time = now({ expiresWith: ['schedule'] }).getTime();
  const isFresh = Math.abs(time - state.refreshedAt) < (state.nextDue > time ? REFRESH_INTERVAL_MS : REFRESH_INTERVAL_WHILE_DUE_MS);
  if (isFresh) return;
  state.refreshing ??= refresh(db, state).finally(() => {
    state.refreshing = null;
  });
  await state.refreshing;
}

/** True if content was due at the last query. */
function isContentDue(db: StateHolder): boolean {
  return db.state.getOrCreate(createDueState).nextDue <= now({ expiresWith: ['schedule'] }).getTime();
}

/** Function that returns the conditions of a list for an SQL expression of the status. */
export type BuildConditions = (status: string) => string;

/** Returns conditions on rows `c` of `content` in which due content counts as published. */
export function withDueContent(db: StateHolder, add: AddParameter, conditions: BuildConditions): UnionBranches {
  if (!isContentDue(db)) return conditions('c.status');
  const isDue = `(c.status = 'future' AND c.date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz)`;
  return [`${conditions('c.status')} AND ${isDue} IS NOT TRUE`, `${conditions(`'publish'`)} AND ${isDue}`];
}

/** Returns conditions on rows `e` of `event` in which due events count as published. */
export function withDueEvents(db: StateHolder, add: AddParameter, conditions: BuildConditions): UnionBranches {
  if (!isContentDue(db)) return conditions('e.status');
  const isDue = `(e.status = 'future' AND e.content_id IN (SELECT id FROM content WHERE status = 'future' AND date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz))`;
  return [`${conditions('e.status')} AND NOT ${isDue}`, `${conditions(`'publish'`)} AND ${isDue}`];
}

/**
 * Returns the SQL expression of the status of the row `alias`, in which due content counts as published. Use it for conditions that cannot use an
 * index.
 */
export function buildEffectiveStatus(alias: string, add: AddParameter): string {
  return `CASE WHEN ${alias}.status = 'future' AND ${alias}.date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz THEN 'publish' ELSE ${alias}.status END`;
}
