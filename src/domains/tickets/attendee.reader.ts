import type { Tx } from '#app/core/db/database.ts';
import { givenIds } from '#app/core/db/given-ids.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { attendeeColumns, attendeePostJoins, type AttendeeRecord } from './attendee.record.ts';

const all = `SELECT ${attendeeColumns.list} FROM attendee a ${attendeePostJoins}`;
const byIds = statement('attendees_by_id', `${all} WHERE a.id = ${givenIds('$1')}`, attendeeColumns);
const byTickets = statement(
  'attendees_by_ticket',
  `${all} WHERE a.ticket_id = ANY($1::int[]) AND a.status = 'publish' ORDER BY a.id LIMIT $2`,
  attendeeColumns,
);
const afterId = statement(
  'attendees_of_ticket_after',
  `${all} WHERE a.ticket_id = $1 AND a.status = 'publish' AND a.id > $2 ORDER BY a.id LIMIT $3`,
  attendeeColumns,
);
const byOrders = statement('attendees_by_order', `${all} WHERE a.order_id = ANY($1::int[]) ORDER BY a.id`, attendeeColumns);
const forChange = statement('attendee_for_change', `${byIds.text} FOR UPDATE OF a`, attendeeColumns);

/** Reads attendees by ID, without permission checks and in no particular order. One statement. */
export async function loadAttendees(site: Site, ids: readonly number[]): Promise<AttendeeRecord[]> {
  return ids.length === 0 ? [] : await site.db.rows(byIds, [ids]);
}

/** Reads the first attendees of all these tickets, sorted by ID, without removed ones. One statement. */
export async function attendeesOfTickets(site: Site, ticketIds: readonly number[], most: number): Promise<AttendeeRecord[]> {
  return await site.db.rows(byTickets, [ticketIds, most]);
}

/** Yields all attendees of a ticket except removed ones, sorted by ID, page by page. */
export async function* pagesOfTicket(site: Site, ticketId: number, pageSize: number): AsyncGenerator<AttendeeRecord[]> {
  for (let last = 0; ; ) {
    const page = await site.db.rows(afterId, [ticketId, last, pageSize]);
    yield page;
    if (page.length < pageSize) return;
    last = page.at(-1)?.id ?? last;
  }
}

/** Reads the attendees of these orders, including removed ones, sorted by ID. One statement. */
export async function attendeesOfOrders(site: Site, orderIds: readonly number[]): Promise<AttendeeRecord[]> {
  return await site.db.rows(byOrders, [orderIds]);
}

/** Reads an attendee in the transaction and locks it until the end. Null if it does not exist. */
export async function attendeeForChange(tx: Tx, id: number): Promise<AttendeeRecord | null> {
  return (await rowsIn(tx, forChange, [id]))[0] ?? null;
}
