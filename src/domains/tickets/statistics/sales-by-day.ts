import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { entryStatuses } from '../statuses.ts';

/** Days to count. */
export interface DayRangeOptions {
  /** Start of each day in order, and the end of the last day (ISO 8601). */
  midnights: readonly string[];
  /** IDs of posts with tickets; null or absent = all. */
  postIds?: readonly number[] | null;
}

const saleRow = rowShape({ day: 'int', postId: 'int?', currency: 'text', tickets: 'int', minorUnits: 'float' });
/**
 * Valid tickets of a post that were sold or reserved on a day, by currency (empty for free tickets and RSVPs). `day` is the index of the day, from 0.
 * Amounts are in minor units.
 */
export type DailySales = ShapedRow<typeof saleRow>;

const sales = statement(
  'sales_by_day',
  `SELECT width_bucket(created_utc, $1::text[]::timestamptz[]) - 1 AS day, post_id AS "postId", CASE WHEN price_paid_minor > 0 THEN currency ELSE '' END AS currency,
    count(*)::int AS tickets, sum(COALESCE(price_paid_minor, 0))::float8 AS "minorUnits"
  FROM attendee WHERE created_utc >= $2::timestamptz AND created_utc < $3::timestamptz AND ($4::int[] IS NULL OR post_id = ANY($4::int[]))
    AND status = 'publish' AND order_status = ANY($5::text[])
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  saleRow,
);

const checkInRow = rowShape({ day: 'int', postId: 'int?', checkIns: 'int' });
/** Check-ins of a post on a day. `day` is the index of the day, from 0. */
export type DailyCheckIns = ShapedRow<typeof checkInRow>;

const checkIns = statement(
  'check_ins_by_day',
  `SELECT width_bucket(checkin_at, $1::text[]::timestamptz[]) - 1 AS day, post_id AS "postId", count(*)::int AS "checkIns"
  FROM attendee WHERE checkin_at >= $2::timestamptz AND checkin_at < $3::timestamptz AND ($4::int[] IS NULL OR post_id = ANY($4::int[]))
    AND status = 'publish' AND checked_in
  GROUP BY 1, 2 ORDER BY 1, 2`,
  checkInRow,
);

const buildValues = ({ midnights, postIds }: DayRangeOptions) => [
  [...midnights],
  midnights[0],
  midnights.at(-1),
  postIds ? [...postIds] : null,
];

/** Counts valid tickets by the day on which they were sold or reserved, with the paid amounts. Includes free tickets and RSVPs. */
export async function loadSalesByDay(site: Site, days: DayRangeOptions): Promise<DailySales[]> {
  return await site.db.rows(sales, [...buildValues(days), [...entryStatuses]]);
}

/** Counts attendees who are checked in, by the day of the check-in. */
export async function loadCheckInsByDay(site: Site, days: DayRangeOptions): Promise<DailyCheckIns[]> {
  return await site.db.rows(checkIns, buildValues(days));
}
