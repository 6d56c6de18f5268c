import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** Number of attendees with a ticket, and number of those checked in. */
export interface TicketCheckIns {
  ticketId: number;
  total: number;
  checkedIn: number;
}

/** Number of check-ins in an interval that starts at `from`. */
export interface CheckInsOfTime {
  from: Date;
  checkedIn: number;
}

/** Check-ins of a post by ticket, by time and by source. */
export interface CheckInStatistics {
  postId: number;
  tickets: TicketCheckIns[];
  times: CheckInsOfTime[];
  sources: { source: string; checkedIn: number }[];
}

const byTicket = statement(
  'check_ins_by_ticket',
  `SELECT ticket_id AS "ticketId", count(*)::int AS total, count(*) FILTER (WHERE checked_in)::int AS "checkedIn"
  FROM attendee WHERE post_id = $1 AND status = 'publish' GROUP BY ticket_id ORDER BY ticket_id`,
  rowShape({ ticketId: 'int', total: 'int', checkedIn: 'int' }),
);

const byTime = statement(
  'check_ins_by_time',
  `SELECT to_timestamp(floor(extract(epoch FROM checkin_at) / $2::int) * $2::int) AS "from", count(*)::int AS "checkedIn"
  FROM attendee WHERE post_id = $1 AND status = 'publish' AND checked_in AND checkin_at IS NOT NULL GROUP BY 1 ORDER BY 1 DESC LIMIT 1000`,
  rowShape({ from: 'timestamptz', checkedIn: 'int' }),
);

const bySource = statement(
  'check_ins_by_source',
  `SELECT checkin_source AS source, count(*)::int AS "checkedIn"
  FROM attendee WHERE post_id = $1 AND status = 'publish' AND checked_in GROUP BY checkin_source ORDER BY checkin_source`,
  rowShape({ source: 'text', checkedIn: 'int' }),
);

/** Counts the check-ins of a post: by ticket, by intervals in minutes (the last thousand with check-ins), and by source. */
export async function loadCheckInStatistics(site: Site, postId: number, minutes: number): Promise<CheckInStatistics> {
  const [tickets, times, sources] = await Promise.all([
    site.db.rows(byTicket, [postId]),
    site.db.rows(byTime, [postId, minutes * 60]),
    site.db.rows(bySource, [postId]),
  ]);
  return { postId, tickets, times: times.reverse(), sources };
}
