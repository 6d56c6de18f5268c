import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** Returns the SQL day of a consent. Uses UTC, so that a change of the site's time zone does not affect counts. */
export const dayOfUtc = (created: string): string => `(${created} AT TIME ZONE 'UTC')::date`;

/** Returns SQL rows for the counters of a consent: 0 for the total of all pages, and the ID of its page or null. */
export const pagesOf = (pureRefererId: string): string => `unnest(ARRAY[0, ${pureRefererId}]) AS of_page (page)`;

const DAY_MS = 86_400_000;

/** Consents of a period, a page and a context. */
export interface DayCountFilter {
  from: Date | null;
  before: Date | null;
  pureRefererId: number | null;
  context: string | null;
}

const cut = (
  from: string,
  before: string,
) => `(SELECT count(*) FROM consent WHERE created >= ${from}::timestamptz AND created < ${before}::timestamptz
  AND ($1::int = 0 OR pure_referer_id = $1::int) AND ($2::text IS NULL OR context = $2::text))`;

const parts = `${cut('$5', '$6')} + ${cut('$7', '$8')}`;
const ofDays = `FROM consent_day_count
    WHERE pure_referer_id = $1::int AND ($2::text IS NULL OR context = $2::text) AND day >= $3::date AND day < $4::date`;

/** Counts consents with the counters of whole days. Counts rows of the log for partial days at both ends. */
const counted = statement(
  'consent_day_counts',
  `SELECT ((SELECT coalesce(sum(count), 0) ${ofDays}) + ${parts})::int AS count`,
  rowShape({ count: 'int' }),
);

/** Also returns the latest day since which there are at least $9 consents. */
const countedSince = statement(
  'consent_day_counts_since',
  `WITH days AS (SELECT day, sum(count) AS count ${ofDays} GROUP BY day),
  reached AS (SELECT day, count, sum(count) OVER (ORDER BY day DESC) AS reached FROM days)
  SELECT (coalesce(sum(count), 0) + ${parts})::int AS count, (max(day) FILTER (WHERE reached >= $9::int))::text AS since FROM reached`,
  rowShape({ count: 'int', since: 'text?' }),
);

const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

function valuesOf({ from, before, pureRefererId, context }: DayCountFilter): unknown[] {
  // whole days are between these two times, and the rest is counted in the log
  const first = from === null ? null : Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const last = before === null ? null : Math.floor(before.getTime() / DAY_MS) * DAY_MS;
  const none = [new Date(0), new Date(0)];
  const begin = from === null || first === null ? none : [from, new Date(Math.min(first, before?.getTime() ?? first))];
  const end = before === null || last === null ? none : [new Date(Math.max(last, first ?? last)), before];
  const days = [first === null ? '-infinity' : day(first), last === null ? 'infinity' : day(last)];
  return [pureRefererId ?? 0, context, ...days, ...begin, ...end];
}

/** Returns the exact number of consents of a period, a page and a context. */
export async function countByDays(site: Site, wanted: DayCountFilter): Promise<number> {
  const [row] = await site.db.rows(counted, valuesOf(wanted));
  return row?.count ?? 0;
}

/** Also returns a time since which there are at least `needed` consents, or null. A list of the newest ones need not search before it. */
export async function countByDaysSince(site: Site, wanted: DayCountFilter, needed: number): Promise<{ count: number; since: Date | null }> {
  const [row] = await site.db.rows(countedSince, [...valuesOf(wanted), needed]);
  return { count: row?.count ?? 0, since: row?.since ? new Date(`${row.since}T00:00:00Z`) : null };
}
