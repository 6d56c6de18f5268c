import { answer } from '#app/core/db/columns.ts';
import { type Statement, statement } from '#app/core/db/statement.ts';
import type { Passing } from '#app/core/caching/cache-dependencies.ts';
import { gmtOffset, timezoneString } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';

/*
 * When time itself changes a response next. Moments are stored in whole seconds and are compared with `<` in some places and `<=` in others: an
 * response changes at the moment or within the second after it, so both are its ends.
 */

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** The tables that the stored moments are read from: a response that depends on them is made of these too. */
export const tablesOfPassing: Readonly<Record<Passing, readonly string[]>> = {
  schedule: ['content'],
  // changes of a draft are reported when it is published
  events: ['event', 'content'],
  sales: ['ticket', 'event', 'content'],
  quarter: [],
  minute: [],
};

const nextOf = (column: string, table: string, where = 'true') =>
  `SELECT min(${column}) AS at FROM ${table} WHERE ${where} AND ${column} > $1::timestamptz - interval '1 second'`;

const firstOf = (passing: Passing, parts: readonly string[]) =>
  statement(
    `page_cache_next_${passing}`,
    `SELECT min(at) AS at FROM (${parts.map((one) => `(${one})`).join(' UNION ALL ')}) AS moments`,
    answer({ at: 'timestamptz?' }),
  );

const statements: Partial<Record<Passing, Statement<{ at: Date | null }>>> = {
  schedule: firstOf('schedule', [nextOf('date_utc', 'content', `status = 'future'`)]),
  events: firstOf('events', [nextOf('start_utc', 'event'), nextOf('end_utc', 'event')]),
  sales: firstOf('sales', [
    nextOf('opens_at', 'ticket'),
    nextOf('closes_at', 'ticket'),
    nextOf('start_utc', 'event'),
    nextOf('end_utc', 'event'),
  ]),
};

/** The end of the second that a moment begins, or the moment where it is still to come. */
function endOf(moment: Date, at: number): number {
  const begins = moment.getTime();
  return begins > at ? begins : begins + 1000;
}

interface Known {
  tick: number;
  from: number;
  next: number;
}
const noMoments = () => new Map<Passing, Known>();

/** The next stored moment; read once until it has come, or rows have changed. */
async function nextStored(site: Site, passing: Passing, at: number): Promise<number> {
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

/** Zones end their days at quarters of an hour; an offset that someone made up may end them at any minute. */
function stepOf(site: Site, passing: Passing): number {
  if (passing === 'minute') return MINUTE_MS;
  const isMadeUp = site.settings.get(timezoneString) === '' && (site.settings.get(gmtOffset) * 4) % 1 !== 0;
  return passing === 'quarter' || passing === 'sales' ? (isMadeUp ? 1000 : QUARTER_MS) : Number.POSITIVE_INFINITY;
}

const nextStep = (at: number, step: number): number => (Number.isFinite(step) ? Math.floor(at / step) * step + step : step);

/** The first moment after `at` (milliseconds) at which time changes a response that depends on it in these ways. */
export async function nextMoment(site: Site, passings: Iterable<Passing>, at: number): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const passing of passings) next = Math.min(next, nextStep(at, stepOf(site, passing)), await nextStored(site, passing, at));
  return next;
}
