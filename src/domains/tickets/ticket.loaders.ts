import type DataLoader from 'dataloader';
import { groupedReads, readsById } from '#app/core/batching/grouped-reads.ts';
import type { Site } from '#app/site.ts';
import { attendeesOfOrders, attendeesOfTickets, loadAttendees, pagesOfTicket } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { type AttendeeCounts, attendeeCounts } from './counts.ts';
import type { SellingPost } from './selling-post.ts';
import { areTickets, loadSellingPosts, loadTickets } from './ticket.reader.ts';
import type { TicketRecord } from './ticket.record.ts';

/** Attendees of all tickets of a request that are completed at once. */
const MAX_AT_ONCE = 100;
/** Attendees of all tickets of a request that are held in memory. */
const MAX_IN_MEMORY = 500;

/** All attendees of a ticket but the removed ones, by number. */
type AttendeesOfTicket =
  | { rows: AttendeeRecord[]; isLong: boolean }
  /** Those of the tickets of this request are too many to be held in memory. */
  | { pages: () => AsyncIterable<AttendeeRecord[]> };

/** Batched and remembered reads of one request that concern tickets. Permissions are the callers' business. */
export interface TicketLoaders {
  ticket: DataLoader<number, TicketRecord | null>;
  /** The ticket at once where this request has read it already: nobody has to wait for what is there. Undefined = not read yet. */
  knownTicket(id: number): TicketRecord | null | undefined;
  /** Whether all the numbers are those of tickets, and there is at least one; of those that this request has found nobody asks again. */
  areTickets(ids: readonly number[]): Promise<boolean>;
  attendee: DataLoader<number, AttendeeRecord | null>;
  attendeesOf: DataLoader<number, AttendeesOfTicket>;
  /** All attendees of an order, removed ones included. */
  attendeesOfOrder: DataLoader<number, AttendeeRecord[]>;
  attendeeCounts: DataLoader<number, AttendeeCounts>;
  /** What of a content concerns tickets. */
  sellingPost: DataLoader<number, SellingPost | null>;
  /** Forgets everything about tickets and attendees: something was written. */
  forgetTickets(): void;
  /** Forgets the same, but not which tickets there are: someone took or gave back a place. */
  forgetPlaces(): void;
}

/** The loaders of one request. */
export function createTicketLoaders(site: Site): TicketLoaders {
  const known = new Map<number, TicketRecord | null>();
  const there = new Set<number>();
  const ticket = readsById('tickets', async (ids) => {
    const found = await loadTickets(site, ids);
    for (const id of ids) known.set(id, null);
    for (const one of found) {
      known.set(one.id, one);
      there.add(one.id);
    }
    return found;
  });
  const attendee = readsById('attendees', (ids) => loadAttendees(site, ids));
  const sellingPost = readsById('selling posts', (ids) => loadSellingPosts(site, ids));
  const counts = attendeeCounts(site);
  const attendeesOf = groupedReads<number, AttendeesOfTicket>('attendees of tickets', async (ids) => {
    const found = await attendeesOfTickets(site, ids, MAX_IN_MEMORY + 1);
    if (found.length > MAX_IN_MEMORY) return ids.map((id) => ({ pages: () => pagesOfTicket(site, id, MAX_IN_MEMORY) }));
    const byTicket = Map.groupBy(found, ({ ticketId }) => ticketId);
    return ids.map((id) => ({ rows: byTicket.get(id) ?? [], isLong: found.length > MAX_AT_ONCE }));
  });
  const attendeesOfOrder = groupedReads<number, AttendeeRecord[]>('attendees of orders', async (ids) => {
    const byOrder = Map.groupBy(await attendeesOfOrders(site, ids), ({ orderId }) => orderId);
    return ids.map((id) => byOrder.get(id) ?? []);
  });
  const forgetPlaces = () => {
    known.clear();
    for (const loader of [ticket, attendee, attendeesOf, attendeesOfOrder, counts, sellingPost]) loader.clearAll();
  };
  return {
    ticket,
    knownTicket: (id) => known.get(id),
    async areTickets(ids) {
      const unknown = ids.filter((id) => !there.has(id));
      if (unknown.length === 0) return ids.length > 0;
      const are = await areTickets(site, unknown);
      if (are) for (const id of unknown) there.add(id);
      return are;
    },
    attendee,
    attendeesOf,
    attendeesOfOrder,
    attendeeCounts: counts,
    sellingPost,
    forgetPlaces,
    forgetTickets() {
      there.clear();
      forgetPlaces();
    },
  };
}
