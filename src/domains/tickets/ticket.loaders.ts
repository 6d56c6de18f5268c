import type DataLoader from 'dataloader';
import { createLoader, createLoaderById } from '#app/core/batching/grouped-reads.ts';
import type { Site } from '#app/site.ts';
import { listOrderAttendees, listTicketAttendees, loadAttendees, iterateTicketAttendees } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { type AttendeeCounts, createAttendeeCountLoader } from './attendee-counts.ts';
import type { SellingPost } from './selling-post.ts';
import { areTickets, loadSellingPosts, loadTickets } from './ticket.reader.ts';
import type { TicketRecord } from './ticket.record.ts';

/** Maximum number of attendees, over all tickets of a request, that are sent as normal lists. Longer lists are written to the response in parts. */
const MAX_AT_ONCE = 100;
/** Maximum number of attendees, over all tickets of a request, in memory. */
const MAX_IN_MEMORY = 500;

/** All attendees of a ticket except removed ones, sorted by ID. */
type AttendeesOfTicket =
  | { rows: AttendeeRecord[]; isLong: boolean }
  /** For requests whose tickets have too many attendees to hold in memory. */
  | { pages: () => AsyncIterable<AttendeeRecord[]> };

/** Batched and cached reads of tickets in one request. Callers check permissions. */
export interface TicketLoaders {
  ticket: DataLoader<number, TicketRecord | null>;
  /** Returns the ticket synchronously if this request has already read it. Undefined = not read yet. */
  getLoadedTicket(id: number): TicketRecord | null | undefined;
  /** True if there is at least one ID, and all IDs are those of tickets. Does not query again for tickets that this request has read. */
  areTickets(ids: readonly number[]): Promise<boolean>;
  attendee: DataLoader<number, AttendeeRecord | null>;
  attendeesOfTicket: DataLoader<number, AttendeesOfTicket>;
  /** All attendees of an order, including removed ones. */
  attendeesOfOrder: DataLoader<number, AttendeeRecord[]>;
  attendeeCounts: DataLoader<number, AttendeeCounts>;
  /** A post or event with the data that its tickets need. */
  sellingPost: DataLoader<number, SellingPost | null>;
  /** Clears all cached tickets and attendees after a write. */
  clearTickets(): void;
  /** Clears cached tickets and attendees after places were taken or released, but not the cached existence of tickets. */
  clearPlaces(): void;
}

/** Creates the loaders of one request. */
export function createTicketLoaders(site: Site): TicketLoaders {
  const loaded = new Map<number, TicketRecord | null>();
  const existing = new Set<number>();
  const ticket = createLoaderById('tickets', async (ids) => {
    const tickets = await loadTickets(site, ids);
    for (const id of ids) loaded.set(id, null);
    for (const stored of tickets) {
      loaded.set(stored.id, stored);
      existing.add(stored.id);
    }
    return tickets;
  });
  const attendee = createLoaderById('attendees', (ids) => loadAttendees(site, ids));
  const sellingPost = createLoaderById('selling posts', (ids) => loadSellingPosts(site, ids));
  const counts = createAttendeeCountLoader(site);
  const attendeesOf = createLoader<number, AttendeesOfTicket>('attendees of tickets', async (ids) => {
    const attendees = await listTicketAttendees(site, ids, MAX_IN_MEMORY + 1);
    if (attendees.length > MAX_IN_MEMORY) return ids.map((id) => ({ pages: () => iterateTicketAttendees(site, id, MAX_IN_MEMORY) }));
    const byTicket = Map.groupBy(attendees, ({ ticketId }) => ticketId);
    return ids.map((id) => ({ rows: byTicket.get(id) ?? [], isLong: attendees.length > MAX_AT_ONCE }));
  });
  const attendeesOfOrder = createLoader<number, AttendeeRecord[]>('attendees of orders', async (ids) => {
    const byOrder = Map.groupBy(await listOrderAttendees(site, ids), ({ orderId }) => orderId);
    return ids.map((id) => byOrder.get(id) ?? []);
  });
  const clearPlaces = () => {
    loaded.clear();
    for (const loader of [ticket, attendee, attendeesOf, attendeesOfOrder, counts, sellingPost]) loader.clearAll();
  };
  return {
    ticket,
    getLoadedTicket: (id) => loaded.get(id),
    async areTickets(ids) {
      const unchecked = ids.filter((id) => !existing.has(id));
      if (unchecked.length === 0) return ids.length > 0;
      const allExist = await areTickets(site, unchecked);
      if (allExist) for (const id of unchecked) existing.add(id);
      return allExist;
    },
    attendee,
    attendeesOfTicket: attendeesOf,
    attendeesOfOrder,
    attendeeCounts: counts,
    sellingPost,
    clearPlaces,
    clearTickets() {
      existing.clear();
      clearPlaces();
    },
  };
}
