import { utcNow } from '../content/site-time.ts';
import type { Tx } from '../core/db/database.ts';
import type { Site } from '../site.ts';
import { attendeeColumns, attendeeOf, attendeePostJoins, type AttendeeRecord, type AttendeeRow } from './attendee.record.ts';

const byIds = `SELECT ${attendeeColumns} FROM attendee a ${attendeePostJoins} WHERE a.id = ANY($1::int[])`;
const byTickets = `SELECT ${attendeeColumns} FROM attendee a ${attendeePostJoins} WHERE a.ticket_id = ANY($1::int[]) AND a.status = 'publish' ORDER BY a.id`;
const byOrder = `SELECT ${attendeeColumns} FROM attendee a ${attendeePostJoins} WHERE a.order_id = $1 ORDER BY a.id`;

/** The attendees with these numbers, whoever asks, in no particular order. One statement. */
export async function loadAttendees(site: Site, ids: readonly number[]): Promise<AttendeeRecord[]> {
  if (ids.length === 0) return [];
  const now = utcNow();
  return (await site.db.sql<AttendeeRow>(byIds, [ids], 'attendees_by_id')).map((row) => attendeeOf(row, now));
}

/** All attendees of these tickets but the removed ones, by number. One statement. */
export async function attendeesOfTickets(site: Site, ticketIds: readonly number[]): Promise<AttendeeRecord[]> {
  const now = utcNow();
  return (await site.db.sql<AttendeeRow>(byTickets, [ticketIds], 'attendees_by_ticket')).map((row) => attendeeOf(row, now));
}

/** The attendees of an order, removed ones included. */
export async function attendeesOfOrder(site: Site, orderId: number): Promise<AttendeeRecord[]> {
  const now = utcNow();
  return (await site.db.sql<AttendeeRow>(byOrder, [orderId], 'attendees_by_order')).map((row) => attendeeOf(row, now));
}

/** An attendee as the transaction sees it, locked until its end. Null when there is none. */
export async function attendeeForChange(tx: Tx, id: number): Promise<AttendeeRecord | null> {
  const [row] = await tx.$queryRawUnsafe<AttendeeRow[]>(`${byIds} FOR UPDATE OF a`, [id]);
  return row ? attendeeOf(row, utcNow()) : null;
}
