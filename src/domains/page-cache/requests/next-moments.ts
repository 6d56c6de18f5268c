import { rowShape } from '#app/core/db/columns.ts';
import { type Statement, statement } from '#app/core/db/statement.ts';
import type { TimeDependency } from '#app/core/caching/cache-dependencies.ts';
import { gmtOffset, timezoneString } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';

/*
 * Finds the next time at which a response changes without a write. Stored times are whole seconds, compared with `<` in some places and
 * `<=` in others. The response may change at that time or up to a second later, so it expires at both.
 */

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** Tables with the times of each time dependency. A response with that dependency also depends on these tables. */
export const tablesOfTimeDependency: Readonly<Record<TimeDependency, readonly string[]>> = {
  schedule: ['content'],
  // changes of a draft are notified when it is published
  events: ['event', 'content'],
  sales: ['ticket', 'event', 'content'],
  quarter: [],
  minute: [],
};

const buildNextTimeSql = (column: string, table: string, where = 'true') =>
  `SELECT min(${column}) AS at FROM ${table} WHERE ${where} AND ${column} > $1::timestamptz - interval '1 second'`;

const selectNextTime = (dependency: TimeDependency, parts: readonly string[]) =>
  statement(
    `page_cache_next_${dependency}`,
    `SELECT min(at) AS at FROM (${parts.map((part) => `(${part})`).join(' UNION ALL ')}) AS moments`,
    rowShape({ at: 'timestamptz?' }),
  );

const statements: Partial<Record<TimeDependency, Statement<{ at: Date | null }>>> = {
  schedule: selectNextTime('schedule', [buildNextTimeSql('date_utc', 'content', `status = 'future'`)]),
  events: selectNextTime('events', [buildNextTimeSql('start_utc', 'event'), buildNextTimeSql('end_utc', 'event')]),
  sales: selectNextTime('sales', [
    buildNextTimeSql('opens_at', 'ticket'),
    buildNextTimeSql('closes_at', 'ticket'),
    buildNextTimeSql('start_utc', 'event'),
    buildNextTimeSql('end_utc', 'event'),
  ]),
};

/** Returns the time itself if it is in the future, else the end of its second. */
function computeMomentAfter(moment: Date, at: number): number {
  const ms = moment.getTime();
  return ms > at ? ms : ms + 1000;
}

interface NextTime {
  tick: number;
  from: number;
  next: number;
}
const createTimes = () => new Map<TimeDependency, NextTime>();

/** Returns the next stored time, cached until it has passed or rows have changed. */
async function findNextStoredTime(site: Site, dependency: TimeDependency, at: number): Promise<number> {
  const select = statements[dependency];
  if (!select) return Number.POSITIVE_INFINITY;
  const { changes } = site.db;
  const times = site.state.getOrCreate(createTimes);
  const cached = times.get(dependency);
  if (cached && cached.from <= at && at < cached.next && changes.areUnchanged(tablesOfTimeDependency[dependency], cached.tick))
    return cached.next;
  const { tick } = changes;
  const [row] = await site.db.rows(select, [new Date(at)]);
  const next = row?.at ? computeMomentAfter(row.at, at) : Number.POSITIVE_INFINITY;
  times.set(dependency, { tick, from: at, next });
  return next;
}

/** Returns the interval at which a dependency may change. Days end at quarter hours in all zones, except with a custom offset. */
function getInterval(site: Site, dependency: TimeDependency): number {
  if (dependency === 'minute') return MINUTE_MS;
  const hasUnusualOffset = site.settings.get(timezoneString) === '' && (site.settings.get(gmtOffset) * 4) % 1 !== 0;
  return dependency === 'quarter' || dependency === 'sales' ? (hasUnusualOffset ? 1000 : QUARTER_MS) : Number.POSITIVE_INFINITY;
}

const computeNextStep = (at: number, interval: number): number =>
  Number.isFinite(interval) ? Math.floor(at / interval) * interval + interval : interval;

/** Returns the first time (milliseconds) after `at` at which a response with these dependencies changes. */
export async function findNextMoment(site: Site, dependencies: Iterable<TimeDependency>, at: number): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const dependency of dependencies)
    next = Math.min(next, computeNextStep(at, getInterval(site, dependency)), await findNextStoredTime(site, dependency, at));
  return next;
}
