import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type DataLoader from 'dataloader';
import { createLoader } from '#app/core/batching/grouped-reads.ts';
import type { Site } from '#app/site.ts';

/** Counts of the attendees of a ticket. */
export interface AttendeeCounts {
  all: number;
  checkedIn: number;
  /** RSVPs with the reply `yes`. */
  going: number;
  /** RSVPs with the reply `no`. */
  notGoing: number;
  /** Places held by unpaid orders, checkouts and offers. */
  pending: number;
}

const noAttendees: AttendeeCounts = Object.freeze({ all: 0, checkedIn: 0, going: 0, notGoing: 0, pending: 0 });

const byTicket = statement(
  'attendee_counts',
  `WITH counted AS (
    SELECT ticket_id AS id, count(*)::int AS "all", count(*) FILTER (WHERE checked_in)::int AS "checkedIn",
      count(*) FILTER (WHERE order_status = 'yes')::int AS going, count(*) FILTER (WHERE order_status = 'no')::int AS "notGoing",
      count(*) FILTER (WHERE holds_place AND order_status NOT IN ('yes', 'completed'))::int AS pending
    FROM attendee WHERE ticket_id = ANY($1::int[]) AND status = 'publish' GROUP BY ticket_id
  ), held AS (SELECT ticket_id AS id, sum(quantity)::int AS places FROM ticket_hold_item WHERE ticket_id = ANY($1::int[]) GROUP BY ticket_id)
  SELECT id, COALESCE("all", 0) AS "all", COALESCE("checkedIn", 0) AS "checkedIn", COALESCE(going, 0) AS going, COALESCE("notGoing", 0) AS "notGoing",
    COALESCE(pending, 0) + COALESCE(places, 0) AS pending FROM counted FULL JOIN held USING (id)`,
  rowShape({ id: 'int', all: 'int', checkedIn: 'int', going: 'int', notGoing: 'int', pending: 'int' }),
);

/** Creates the batch loader for the counts of tickets, by ticket ID. */
export function createAttendeeCountLoader(site: Site): DataLoader<number, AttendeeCounts> {
  return createLoader('attendee counts', async (ids) => {
    const rows = await site.db.rows(byTicket, [ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? noAttendees);
  });
}

const byPost = statement(
  'attendance_of_posts',
  `SELECT post_id AS id, count(*)::int AS "totalAttendees", count(*) FILTER (WHERE checked_in)::int AS "checkedIn"
  FROM attendee WHERE post_id = ANY($1::int[]) AND status = 'publish' GROUP BY post_id`,
  rowShape({ id: 'int', totalAttendees: 'int', checkedIn: 'int' }),
);

/** Counts the attendees of posts and those checked in, by post ID. Omits posts without attendees. */
export async function countAttendance(
  site: Site,
  postIds: readonly number[],
): Promise<Map<number, { totalAttendees: number; checkedIn: number; notCheckedIn: number }>> {
  const rows = await site.db.rows(byPost, [postIds]);
  return new Map(
    rows.map(({ id, totalAttendees, checkedIn }) => [id, { totalAttendees, checkedIn, notCheckedIn: totalAttendees - checkedIn }]),
  );
}
