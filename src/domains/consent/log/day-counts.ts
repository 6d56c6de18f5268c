import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** Returns the SQL expression for the day of a consent. Uses UTC, so that a change of the site's time zone does not affect counts. */
export const buildUtcDaySql = (created: string): string => `(${created} AT TIME ZONE 'UTC')::date`;

/** Returns SQL for the pages whose counters include a consent: 0 (the counter of all pages) and the ID of its page (null without a page). */
export const buildCountedPagesSql = (pureRefererId: string): string => `unnest(ARRAY[0, ${pureRefererId}]) AS of_page (page)`;

const DAY_MS = 86_400_000;

/** Selects the consents of a period, a page and a context. Null members have no effect. */
export interface DayCountFilter {
  from: Date | null;
  /** Exclusive end of the period. */
  before: Date | null;
  /** ID of the page's URL, without query and fragment. */
  pureRefererId: number | null;
  context: string | null;
}

const buildLogCountSql = (
  from: string,
  before: string,
) => `(SELECT count(*) FROM consent WHERE created >= ${from}::timestamptz AND created < ${before}::timestamptz
  AND ($1::int = 0 OR pure_referer_id = $1::int) AND ($2::text IS NULL OR context = $2::text))`;

const partialDaysSql = `${buildLogCountSql('$5', '$6')} + ${buildLogCountSql('$7', '$8')}`;
const wholeDaysSql = `FROM consent_day_count
    WHERE pure_referer_id = $1::int AND ($2::text IS NULL OR context = $2::text) AND day >= $3::date AND day < $4::date`;

/** Adds up the stored counts of whole days in UTC, and counts rows of the log for the partial days at both ends. */
const selectCount = statement(
  'consent_day_counts',
  `SELECT ((SELECT coalesce(sum(count), 0) ${wholeDaysSql}) + ${partialDaysSql})::int AS count`,
  rowShape({ count: 'int' }),
);

/** Same as `selectCount`. Also returns the latest day since which at least $9 consents exist. */
const selectCountSince = statement(
  'consent_day_counts_since',
  `WITH days AS (SELECT day, sum(count) AS count ${wholeDaysSql} GROUP BY day),
  reached AS (SELECT day, count, sum(count) OVER (ORDER BY day DESC) AS reached FROM days)
  SELECT (coalesce(sum(count), 0) + ${partialDaysSql})::int AS count, (max(day) FILTER (WHERE reached >= $9::int))::text AS since FROM reached`,
  rowShape({ count: 'int', since: 'text?' }),
);

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

function toParameters({ from, before, pureRefererId, context }: DayCountFilter): unknown[] {
  // stored counts cover the whole days between these two times; for the partial days before and after, rows of the log are counted
  const wholeDaysStart = from === null ? null : Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const wholeDaysEnd = before === null ? null : Math.floor(before.getTime() / DAY_MS) * DAY_MS;
  const emptyPeriod = [new Date(0), new Date(0)];
  const firstPartialDay =
    from === null || wholeDaysStart === null
      ? emptyPeriod
      : [from, new Date(Math.min(wholeDaysStart, before?.getTime() ?? wholeDaysStart))];
  const lastPartialDay =
    before === null || wholeDaysEnd === null ? emptyPeriod : [new Date(Math.max(wholeDaysEnd, wholeDaysStart ?? wholeDaysEnd)), before];
  const days = [wholeDaysStart === null ? '-infinity' : toDay(wholeDaysStart), wholeDaysEnd === null ? 'infinity' : toDay(wholeDaysEnd)];
  return [pureRefererId ?? 0, context, ...days, ...firstPartialDay, ...lastPartialDay];
}

/** Returns the exact number of consents of a period, a page and a context. */
export async function countByDays(site: Site, filter: DayCountFilter): Promise<number> {
  const [row] = await site.db.rows(selectCount, toParameters(filter));
  return row?.count ?? 0;
}

/**
 * Same as `countByDays`. Also returns a time since which at least `needed` consents exist, or null if it is unknown. A list of the newest consents
 * does not have to search before this time.
 */
export async function countByDaysSince(site: Site, filter: DayCountFilter, needed: number): Promise<{ count: number; since: Date | null }> {
  const [row] = await site.db.rows(selectCountSince, [...toParameters(filter), needed]);
  return { count: row?.count ?? 0, since: row?.since ? new Date(`${row.since}T00:00:00Z`) : null };
}
