import DataLoader from 'dataloader';
import type { Site } from '#app/site.ts';
import { attendeesOfOrders, attendeesOfTickets, loadAttendees } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { type AttendeeCounts, attendeeCounts } from './counts.ts';
import type { SellingPost } from './selling-post.ts';
import { loadSellingPosts, loadTickets } from './ticket.reader.ts';
import type { TicketRecord } from './ticket.record.ts';

/** Batched and remembered reads of one request that concern tickets. Permissions are the callers' business. */
export interface TicketLoaders {
  ticket: DataLoader<number, TicketRecord | null>;
  /** The ticket at once where this request has read it already: nobody has to wait for what is there. Undefined = not read yet. */
  knownTicket(id: number): TicketRecord | null | undefined;
  attendee: DataLoader<number, AttendeeRecord | null>;
  /** All attendees of a ticket but the removed ones. */
  attendeesOf: DataLoader<number, AttendeeRecord[]>;
  /** All attendees of an order, removed ones included. */
  attendeesOfOrder: DataLoader<number, AttendeeRecord[]>;
  attendeeCounts: DataLoader<number, AttendeeCounts>;
  /** What of a content concerns tickets. */
  sellingPost: DataLoader<number, SellingPost | null>;
  /** Forgets everything about tickets and attendees: something was written. */
  forgetTickets(): void;
}

function one<T extends { id: number }>(load: (ids: readonly number[]) => Promise<T[]>): DataLoader<number, T | null> {
  return new DataLoader(async (ids) => {
    const found = new Map((await load(ids)).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });
}

/** The loaders of one request. */
export function createTicketLoaders(site: Site): TicketLoaders {
  const known = new Map<number, TicketRecord | null>();
  const ticket = one(async (ids) => {
    const found = await loadTickets(site, ids);
    for (const id of ids) known.set(id, null);
    for (const one of found) known.set(one.id, one);
    return found;
  });
  const attendee = one((ids) => loadAttendees(site, ids));
  const sellingPost = one((ids) => loadSellingPosts(site, ids));
  const counts = attendeeCounts(site);
  const attendeesOf = new DataLoader<number, AttendeeRecord[]>(async (ids) => {
    const byTicket = Map.groupBy(await attendeesOfTickets(site, ids), ({ ticketId }) => ticketId);
    return ids.map((id) => byTicket.get(id) ?? []);
  });
  const attendeesOfOrder = new DataLoader<number, AttendeeRecord[]>(async (ids) => {
    const byOrder = Map.groupBy(await attendeesOfOrders(site, ids), ({ orderId }) => orderId);
    return ids.map((id) => byOrder.get(id) ?? []);
  });
  return {
    ticket,
    knownTicket: (id) => known.get(id),
    attendee,
    attendeesOf,
    attendeesOfOrder,
    attendeeCounts: counts,
    sellingPost,
    forgetTickets() {
      known.clear();
      for (const loader of [ticket, attendee, attendeesOf, attendeesOfOrder, counts, sellingPost]) loader.clearAll();
    },
  };
}
