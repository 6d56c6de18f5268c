import type { Tx } from '#app/core/db/database.ts';
import { anyId } from '#app/core/db/any-id.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { attendeeColumns, attendeePostJoins, type AttendeeRecord } from './attendee.record.ts';

const select = `SELECT ${attendeeColumns.list} FROM attendee a ${attendeePostJoins}`;
const byIds = statement('attendees_by_id', `${select} WHERE a.id = ${anyId('$1')}`, attendeeColumns);
const byTickets = statement(
  'attendees_by_ticket',
  `${select} WHERE a.ticket_id = ANY($1::int[]) AND a.status = 'publish' ORDER BY a.id LIMIT $2`,
  attendeeColumns,
);
const afterId = statement(
  'attendees_of_ticket_after',
  `${select} WHERE a.ticket_id = $1 AND a.status = 'publish' AND a.id > $2 ORDER BY a.id LIMIT $3`,
  attendeeColumns,
);
const byOrders = statement('attendees_by_order', `${select} WHERE a.order_id = ANY($1::int[]) ORDER BY a.id`, attendeeColumns);
const forChange = statement('attendee_for_change', `${byIds.text} FOR UPDATE OF a`, attendeeColumns);

/** Reads attendees by ID, without permission checks and in no particular order. Runs one SQL statement. */
export async function loadAttendees(site: Site, ids: readonly number[]): Promise<AttendeeRecord[]> {
  return ids.length === 0 ? [] : await site.db.rows(byIds, [ids]);
}

/** Reads the attendees of several tickets, at most `limit` in total, sorted by ID. Omits removed attendees. Runs one SQL statement. */
export async function listTicketAttendees(site: Site, ticketIds: readonly number[], limit: number): Promise<AttendeeRecord[]> {
  return await site.db.rows(byTickets, [ticketIds, limit]);
}

/** Yields all attendees of a ticket except removed ones, sorted by ID, page by page. */
export async function* iterateTicketAttendees(site: Site, ticketId: number, pageSize: number): AsyncGenerator<AttendeeRecord[]> {
  for (let lastId = 0; ; ) {
    const page = await site.db.rows(afterId, [ticketId, lastId, pageSize]);
    yield page;
    if (page.length < pageSize) return;
    lastId = page.at(-1)?.id ?? lastId;
  }
}

/** Reads the attendees of these orders, including removed ones, sorted by ID. Runs one SQL statement. */
export async function listOrderAttendees(site: Site, orderIds: readonly number[]): Promise<AttendeeRecord[]> {
  return await site.db.rows(byOrders, [orderIds]);
}

/** Locks an attendee until the transaction ends, and returns the record, or null if the attendee does not exist. */
export async function lockAttendee(tx: Tx, id: number): Promise<AttendeeRecord | null> {
  return (await queryIn(tx, forChange, [id]))[0] ?? null;
}
