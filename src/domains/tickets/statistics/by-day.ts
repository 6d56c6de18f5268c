import { type Answered, answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { completedStatuses } from '../statuses.ts';

/** Which days are counted: the moments at which they begin, in order, and the one at which the last ends (ISO 8601). */
export interface Midnights {
  midnights: readonly string[];
  /** Of what sells tickets, by their numbers; everything unless given. */
  postIds?: readonly number[] | null;
}

const sold = answer({ day: 'int', postId: 'int?', currency: 'text', tickets: 'int', minorUnits: 'float' });
/** Tickets of one post that were sold or given away on a day, by currency; days count from 0. Amounts are in minor units of the currency. */
export type SoldOnDay = Answered<typeof sold>;

const sales = statement(
  'sales_by_day',
  `SELECT width_bucket(created_utc, $1::text[]::timestamptz[]) - 1 AS day, post_id AS "postId", CASE WHEN price_paid_minor > 0 THEN currency ELSE '' END AS currency,
    count(*)::int AS tickets, sum(COALESCE(price_paid_minor, 0))::float8 AS "minorUnits"
  FROM attendee WHERE created_utc >= $2::timestamptz AND created_utc < $3::timestamptz AND ($4::int[] IS NULL OR post_id = ANY($4::int[]))
    AND status = 'publish' AND order_status = ANY($5::text[])
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  sold,
);

const came = answer({ day: 'int', postId: 'int?', checkIns: 'int' });
/** Who came to a post on a day; days count from 0. */
export type CameOnDay = Answered<typeof came>;

const checkIns = statement(
  'check_ins_by_day',
  `SELECT width_bucket(checkin_at, $1::text[]::timestamptz[]) - 1 AS day, post_id AS "postId", count(*)::int AS "checkIns"
  FROM attendee WHERE checkin_at >= $2::timestamptz AND checkin_at < $3::timestamptz AND ($4::int[] IS NULL OR post_id = ANY($4::int[]))
    AND status = 'publish' AND checked_in
  GROUP BY 1, 2 ORDER BY 1, 2`,
  came,
);

const values = ({ midnights, postIds }: Midnights) => [[...midnights], midnights[0], midnights.at(-1), postIds ? [...postIds] : null];

/** Settled places by the day on which they were taken: sold ones with what was paid, free ones and RSVPs as well. What was refunded or trashed does not count any more. */
export async function salesByDay(site: Site, asked: Midnights): Promise<SoldOnDay[]> {
  return await site.db.rows(sales, [...values(asked), [...completedStatuses]]);
}

/** Who is checked in, by the day on which they came. */
export async function checkInsByDay(site: Site, asked: Midnights): Promise<CameOnDay[]> {
  return await site.db.rows(checkIns, values(asked));
}
