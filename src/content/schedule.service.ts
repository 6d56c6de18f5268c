import { now } from '../core/clock.ts';
import type { Database, Tx } from '../core/db/database.ts';
import type { Site } from '../site.ts';
import { announceChange } from './changes.ts';

/**
 * Other processes schedule at least a minute ahead (core-rest.md 7.5), so looking at the next date this often misses nothing; what this
 * process schedules it remembers at once.
 */
const LOOK_EVERY_MS = 20_000;

interface Watch {
  lookedAt: number;
  nextDue: number;
  running: Promise<void> | null;
}

const watches = new WeakMap<Database, Watch>();

function watchOf(site: Site): Watch {
  let watch = watches.get(site.db);
  if (!watch) watches.set(site.db, (watch = { lookedAt: Number.NEGATIVE_INFINITY, nextDue: Number.POSITIVE_INFINITY, running: null }));
  return watch;
}

/** Tells this process that something is to be published at the instant, so that reads at that time publish it first. */
export function noteScheduled(site: Site, dueAt: Date): void {
  const watch = watchOf(site);
  watch.nextDue = Math.min(watch.nextDue, dueAt.getTime());
}

async function look(site: Site, watch: Watch): Promise<void> {
  const at = now().getTime();
  const [row] = await site.db.sql<{ due: Date | null }>(
    `SELECT min(date_utc) AS due FROM content WHERE status = 'future'`,
    [],
    'next_due_content',
  );
  watch.lookedAt = at;
  watch.nextDue = row?.due?.getTime() ?? Number.POSITIVE_INFINITY;
}

async function settle(site: Site, watch: Watch): Promise<void> {
  const at = now().getTime();
  if (Math.abs(at - watch.lookedAt) >= LOOK_EVERY_MS) await look(site, watch);
  if (watch.nextDue > at) return;
  await publishDueContent(site);
  await look(site, watch);
}

/** Publishes what is due before a read, so that a missed timer is invisible. Costs nothing while nothing is due. */
export async function settleDueContent(site: Site): Promise<void> {
  const watch = watchOf(site);
  const at = now().getTime();
  if (watch.nextDue > at && Math.abs(at - watch.lookedAt) < LOOK_EVERY_MS) return;
  watch.running ??= settle(site, watch).finally(() => {
    watch.running = null;
  });
  await watch.running;
}

const publishDue = `UPDATE content SET status = 'publish' WHERE status = 'future' AND date_utc <= $1::timestamptz RETURNING id, kind`;
const countTerms = `UPDATE term SET count = count + added.n FROM (
  SELECT term_id, count(*)::int AS n FROM content_term WHERE content_id = ANY($1::int[]) GROUP BY term_id) AS added WHERE term.id = added.term_id`;

async function publishIn(tx: Tx): Promise<number[]> {
  const rows = await tx.$queryRawUnsafe<{ id: number; kind: string }[]>(publishDue, now().toISOString());
  if (rows.length === 0) return [];
  await tx.$executeRawUnsafe(
    countTerms,
    rows.map((row) => row.id),
  );
  for (const row of rows) await announceChange(tx, { id: row.id, kind: row.kind, from: 'future', to: 'publish' });
  return rows.map((row) => row.id);
}

/** Sets every scheduled content whose time has come to `publish`, dates unchanged. Idempotent. Answers the ids published now. */
export async function publishDueContent(site: Site): Promise<number[]> {
  return await site.db.transaction((tx) => publishIn(tx));
}
