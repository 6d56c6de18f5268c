import { now } from '#app/core/time/clock.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { getSaleZone } from '#app/domains/tickets/selling-post.ts';
import { loadTickets, readTicket } from '#app/domains/tickets/ticket.reader.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { updateTicket } from '#app/domains/tickets/ticket.service.ts';
import type { Site } from '#app/site.ts';

const ticketIdsOfEvent = statement(
  'ticket_ids_of_event',
  `SELECT id FROM ticket WHERE post_id = $1 AND status <> 'trash' ORDER BY menu_order, id LIMIT 100`,
  rowShape({ id: 'int' }),
);

/** Returns the tickets of an event in the order of its page, without permission checks; at most a hundred. Runs two SQL statements. */
export async function listEventTickets(site: Site, eventId: number): Promise<TicketRecord[]> {
  const ids = (await site.db.rows(ticketIdsOfEvent, [eventId])).map(({ id }) => id);
  const tickets = new Map((await loadTickets(site, ids)).map((ticket) => [ticket.id, ticket]));
  return ids.flatMap((id) => tickets.get(id) ?? []);
}

/** Reads the tickets of an event within a transaction, in the order of its page; at most a hundred. */
export async function readTicketsOfEvent(tx: Tx, eventId: number): Promise<TicketRecord[]> {
  const tickets: TicketRecord[] = [];
  for (const { id } of await queryIn(tx, ticketIdsOfEvent, eventId)) {
    const ticket = await readTicket(tx, id);
    if (ticket) tickets.push(ticket);
  }
  return tickets;
}

async function getTicket(site: Site, id: number): Promise<TicketRecord & { postId: number }> {
  const [ticket] = await loadTickets(site, [id]);
  if (!ticket || ticket.postId === null) throw notFound('ticket_unknown', 'There is no such ticket.');
  return { ...ticket, postId: ticket.postId };
}

/** Ends the sale of a ticket now. The caller has checked permissions. Throws `ticket_unknown`. */
export async function closeSale(site: Site, id: number): Promise<void> {
  const ticket = await getTicket(site, id);
  const end = toWallTime(new Date(now().getTime() - 1000), getSaleZone(site, ticket.post));
  const window = { endDate: end.slice(0, 10), endTime: end.slice(11, 19) };
  await updateTicket(site, id, ticket.postId, window, { keepsOmitted: true });
}

/** Opens the sale of a ticket from now until its event ends. Throws `ticket_unknown`. */
export async function openSale(site: Site, id: number): Promise<void> {
  const ticket = await getTicket(site, id);
  const window = { startDate: '', startTime: '', endDate: '', endTime: '' };
  await updateTicket(site, id, ticket.postId, window, { keepsOmitted: true });
}
