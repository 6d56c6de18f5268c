import { rowShape } from '#app/core/db/columns.ts';
import { type Statement, statement } from '#app/core/db/statement.ts';
import type { TimeDependency } from '#app/core/caching/cache-dependencies.ts';
import { gmtOffset, timezoneString } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';

/*
 * Finds the next time at which a response changes although nothing was written. Stored times are whole seconds. Some queries compare them with `<`
 * and others with `<=`. The response may therefore change at the stored time or up to a second later, so it expires at both times.
 */

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/**
 * Tables that contain the times of each time dependency. A time dependency names what changes a response as time passes: scheduled content is
 * published (`schedule`), an event starts or ends (`events`), a ticket sale opens or closes (`sales`), or the next quarter of an hour or the next
 * minute begins. A response with a time dependency also depends on these tables.
 */
export const tablesOfTimeDependency: Readonly<Record<TimeDependency, readonly string[]>> = {
  schedule: ['content'],
  // the change of `content` when a draft is published also covers earlier changes of the draft
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

/** Returns the stored time if it is after `at`, else one second after the stored time. Times are in milliseconds. */
function computeMomentAfter(moment: Date, at: number): number {
  const ms = moment.getTime();
  return ms > at ? ms : ms + 1000;
}

/** A cached next time, in milliseconds, with the time and the change counter at which it was read. */
interface NextTime {
  tick: number;
  from: number;
  next: number;
}
const createTimes = () => new Map<TimeDependency, NextTime>();

/** Returns the next stored time. The result is cached until that time has passed or rows of the tables have changed. */
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

/**
 * Returns the interval in milliseconds at which a dependency may change. Days end at quarter hours in all time zones, except with a custom offset.
 */
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
