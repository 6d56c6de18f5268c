import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { isPublicStatus } from '#app/domains/content/statuses.ts';
import { entryStatuses } from './statuses.ts';

/** Counts the valid tickets of an event that has not ended. Parameters: event ID, valid statuses, current time. */
const validTickets = statement(
  'valid_tickets_of_event',
  `SELECT count(*)::int AS n FROM attendee a WHERE a.post_id = $1 AND a.status = 'publish' AND a.order_status = ANY($2::text[])
    AND EXISTS (SELECT 1 FROM event e WHERE e.content_id = a.post_id AND e.end_utc > $3::timestamptz)`,
  rowShape({ n: 'int' }),
);

/** True if a new status hides a visible event from the public. The status is null if the event is deleted, and undefined if it stays unchanged. */
export function hidesEvent(before: string, status: string | null | undefined): boolean {
  return isPublicStatus(before) && status !== undefined && (status === null || (!isPublicStatus(status) && status !== 'future'));
}

/** Counts the valid tickets of an event. Returns 0 if the event has ended. */
export async function countValidTickets(tx: Tx, eventId: number, at: Date): Promise<number> {
  const [row] = await queryIn(tx, validTickets, eventId, [...entryStatuses], at);
  return row?.n ?? 0;
}
