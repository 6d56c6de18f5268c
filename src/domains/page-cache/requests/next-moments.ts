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
export const tablesOfPassing: Readonly<Record<TimeDependency, readonly string[]>> = {
  schedule: ['content'],
  // changes of a draft are notified when it is published
  events: ['event', 'content'],
  sales: ['ticket', 'event', 'content'],
  quarter: [],
  minute: [],
};

const nextOf = (column: string, table: string, where = 'true') =>
  `SELECT min(${column}) AS at FROM ${table} WHERE ${where} AND ${column} > $1::timestamptz - interval '1 second'`;

const firstOf = (passing: TimeDependency, parts: readonly string[]) =>
  statement(
    `page_cache_next_${passing}`,
    `SELECT min(at) AS at FROM (${parts.map((one) => `(${one})`).join(' UNION ALL ')}) AS moments`,
    rowShape({ at: 'timestamptz?' }),
  );

const statements: Partial<Record<TimeDependency, Statement<{ at: Date | null }>>> = {
  schedule: firstOf('schedule', [nextOf('date_utc', 'content', `status = 'future'`)]),
  events: firstOf('events', [nextOf('start_utc', 'event'), nextOf('end_utc', 'event')]),
  sales: firstOf('sales', [
    nextOf('opens_at', 'ticket'),
    nextOf('closes_at', 'ticket'),
    nextOf('start_utc', 'event'),
    nextOf('end_utc', 'event'),
  ]),
};

/** Returns the time itself if it is in the future, else the end of its second. */
function endOf(moment: Date, at: number): number {
  const begins = moment.getTime();
  return begins > at ? begins : begins + 1000;
}

interface Known {
  tick: number;
  from: number;
  next: number;
}
const noMoments = () => new Map<TimeDependency, Known>();

/** Returns the next stored time, cached until it has passed or rows have changed. */
async function nextStored(site: Site, passing: TimeDependency, at: number): Promise<number> {
  const first = statements[passing];
  if (!first) return Number.POSITIVE_INFINITY;
  const { changes } = site.db;
  const ofSite = site.state.of(noMoments);
  const before = ofSite.get(passing);
  if (before && before.from <= at && at < before.next && changes.areUnchanged(tablesOfPassing[passing], before.tick)) return before.next;
  const { tick } = changes;
  const [row] = await site.db.rows(first, [new Date(at)]);
  const next = row?.at ? endOf(row.at, at) : Number.POSITIVE_INFINITY;
  ofSite.set(passing, { tick, from: at, next });
  return next;
}

/** Returns the interval at which a dependency may change. Days end at quarter hours in all zones, except with a custom offset. */
function stepOf(site: Site, passing: TimeDependency): number {
  if (passing === 'minute') return MINUTE_MS;
  const isMadeUp = site.settings.get(timezoneString) === '' && (site.settings.get(gmtOffset) * 4) % 1 !== 0;
  return passing === 'quarter' || passing === 'sales' ? (isMadeUp ? 1000 : QUARTER_MS) : Number.POSITIVE_INFINITY;
}

const nextStep = (at: number, step: number): number => (Number.isFinite(step) ? Math.floor(at / step) * step + step : step);

/** Returns the first time (milliseconds) after `at` at which a response with these dependencies changes. */
export async function nextMoment(site: Site, passings: Iterable<TimeDependency>, at: number): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const passing of passings) next = Math.min(next, nextStep(at, stepOf(site, passing)), await nextStored(site, passing, at));
  return next;
}
