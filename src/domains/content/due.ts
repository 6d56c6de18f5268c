import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { Database } from '#app/core/db/database.ts';
import type { Add } from '#app/core/db/lists/keyset.ts';
import type { UnionBranches } from '#app/core/db/lists/union-branches.ts';

/*
 * Content whose time has come is seen as published before the job has published it (core-rest.md 12): by records when they are read
 * (`recordOf`), by lists here. Nothing is written for that. While nothing is due, lists say what they always say.
 */

/**
 * Other processes schedule at least a minute ahead (core-rest.md 7.5), so looking at the next date this often misses nothing; what this
 * process schedules it remembers at once.
 */
const LOOK_EVERY_MS = 20_000;
/** While something is due, the job may have published it meanwhile. */
const LOOK_AGAIN_MS = 1_000;

interface Watch {
  lookedAt: number;
  /** Date of the first content that is stored as scheduled. */
  nextDue: number;
  looking: Promise<void> | null;
}

const notLooked = (): Watch => ({ lookedAt: Number.NEGATIVE_INFINITY, nextDue: Number.POSITIVE_INFINITY, looking: null });
type Watching = Pick<Database, 'state'>;

/** Tells this process that something is to be published at the instant, so that reads at that time see it. */
export function noteScheduled({ db }: { db: Watching }, dueAt: Date): void {
  const watch = db.state.of(notLooked);
  watch.nextDue = Math.min(watch.nextDue, dueAt.getTime());
}

/** Lets the next read look again: something was published. */
export function notePublished({ db }: { db: Watching }): void {
  db.state.of(notLooked).lookedAt = Number.NEGATIVE_INFINITY;
}

const firstDate = statement(
  'next_due_content',
  `SELECT min(c.date_utc) AS due FROM content c WHERE c.status = 'future'`,
  answer({ due: 'timestamptz?' }),
);

async function look(db: Database, watch: Watch): Promise<void> {
  const at = now({ expiresWith: ['schedule'] }).getTime();
  const [row] = await db.rows(firstDate);
  watch.lookedAt = at;
  watch.nextDue = row?.due?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** To be awaited before a list of content is read: notices what has become due. Costs nothing while nothing is. */
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

/** Whether something was due when this process last noticed. */
function isSomethingDue(db: Watching): boolean {
  return db.state.of(notLooked).nextDue <= now({ expiresWith: ['schedule'] }).getTime();
}

/** Makes the conditions of a list from the expression of a row's status. */
export type ByStatus = (status: string) => string;

/** Rows `c` of the database's content as they are seen: as they are stored, but what is due is published. */
export function seenContent(db: Watching, add: Add, by: ByStatus): UnionBranches {
  if (!isSomethingDue(db)) return by('c.status');
  const isDue = `(c.status = 'future' AND c.date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz)`;
  return [`${by('c.status')} AND ${isDue} IS NOT TRUE`, `${by(`'publish'`)} AND ${isDue}`];
}

/** The same for rows `e` of events. */
export function seenEvents(db: Watching, add: Add, by: ByStatus): UnionBranches {
  if (!isSomethingDue(db)) return by('e.status');
  const isDue = `(e.status = 'future' AND e.content_id IN (SELECT id FROM content WHERE status = 'future' AND date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz))`;
  return [`${by('e.status')} AND NOT ${isDue}`, `${by(`'publish'`)} AND ${isDue}`];
}

/** Expression of the status that a joined content is seen with, for conditions that no index serves anyway. */
export function seenStatus(row: string, add: Add): string {
  return `CASE WHEN ${row}.status = 'future' AND ${row}.date_utc <= ${add(now({ expiresWith: ['schedule'] }))}::timestamptz THEN 'publish' ELSE ${row}.status END`;
}
