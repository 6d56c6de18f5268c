import { Failure, notFound } from '#app/core/failures/failure.ts';
import type { Tx } from '#app/core/db/database.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { checkCreateCalendarContent } from '#app/domains/events/access.ts';
import { copyDiscountCodes } from '#app/domains/checkout/discounts/copy-codes.ts';
import { copyCheckoutForm } from '#app/domains/checkout/questions/questions.service.ts';
import { STATUS_FIELD } from '#app/domains/events/calendar/event-status.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { createEventIn } from '#app/domains/events/event.writer.ts';
import { chooseImage } from '#app/domains/events/images.ts';
import { checkEventInput } from '#app/domains/events/input.checks.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { runCalendarTransaction } from '#app/domains/events/transaction.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isSharing } from '#app/domains/tickets/capacity.rules.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import { toTicketInput } from '#app/domains/tickets/ticket.input.ts';
import { loadTickets } from '#app/domains/tickets/ticket.reader.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import { addTicket, deleteTicket } from '#app/domains/tickets/ticket.service.ts';
import type { Site } from '#app/site.ts';
import { getOrganizedEvent } from './access.ts';
import { listEventTickets } from './event-tickets.ts';

/** Returns the input for a copy of a ticket with all its places free. */
export function buildTicketCopy(ticket: TicketRecord, name: string): TicketInput {
  const { manageStock, stockMode, capacity, post, showNotGoing, saleEnabled, salePrice, saleStart, saleEnd, status } = ticket;
  return {
    ...toTicketInput(ticket),
    name,
    sku: null,
    ...(status === 'private' && { status }),
    stock: {
      mode: manageStock ? stockMode : '',
      capacity: manageStock ? capacity : -1,
      ...(isSharing(stockMode) && { sharedCapacity: post?.sharedCapacity ?? 0 }),
      showNotGoing,
      salePrice: { isEnabled: saleEnabled, price: salePrice, startDate: saleStart, endDate: saleEnd },
    },
  };
}

const addCopy = (site: Site, tx: Tx, viewer: Viewer, postId: number, ticket: TicketRecord, name = ticket.title) =>
  addTicket(site, tx, viewer, { postId, provider: ticket.provider }, buildTicketCopy(ticket, name));

async function getTicketOfEvent(site: Site, eventId: number, id: number): Promise<TicketRecord> {
  const [ticket] = await loadTickets(site, [id]);
  if (ticket?.postId !== eventId) throw notFound('ticket_unknown', 'The event has no such ticket.');
  return ticket;
}

/** Adds a copy of a ticket with its own free places to its event, and returns its ID. Throws `forbidden` or `ticket_unknown`. */
export async function duplicateTicket(site: Site, viewer: Viewer, eventId: number, ticketId: number, name: string): Promise<number> {
  await getOrganizedEvent(site, viewer, eventId);
  const ticket = await getTicketOfEvent(site, eventId, ticketId);
  return await site.db.transaction((tx) => addCopy(site, tx, viewer, eventId, ticket, name));
}

/**
 * Removes a ticket from its event; see `deleteTicket`. Attendees keep their tickets. Throws `forbidden`, `ticket_unknown`, or
 * `ticket_not_removed` for a registration, which only users who may edit events of others can remove.
 */
export async function removeTicket(site: Site, viewer: Viewer, eventId: number, ticketId: number): Promise<void> {
  await getOrganizedEvent(site, viewer, eventId);
  await getTicketOfEvent(site, eventId, ticketId);
  if (!(await deleteTicket(site, viewer, ticketId)))
    throw new Failure('ticket_not_removed', 403, 'Only users who may edit the events of others can remove a registration.');
}

/** Returns the input for a draft copy of an event. */
export function buildEventCopy(event: EventRecord, title: string): EventInput {
  const { [STATUS_FIELD]: _cancelled, ...customFields } = event.customFields;
  const getTermIds = (taxonomy: string) => event.terms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id);
  return {
    title,
    description: event.content,
    excerpt: event.excerpt,
    status: 'draft',
    start: event.startLocal.replace('T', ' '),
    end: event.endLocal.replace('T', ' '),
    allDay: event.allDay,
    timezone: event.timezone,
    ...(event.website !== null && { website: event.website }),
    cost: event.costs,
    currencySymbol: event.currencySymbol,
    currencyCode: event.currencyCode,
    currencyPosition: event.currencyPosition,
    showMap: event.showMap,
    showMapLink: event.showMapLink,
    isHiddenFromListings: event.hideFromListings,
    categoryIds: getTermIds(eventCategory.name),
    tagIds: getTermIds(tag.name),
    venues: event.venues.slice(0, 1).map(({ id }) => ({ id })),
    organizers: event.organizers.map(({ id }) => ({ id })),
    image: event.image?.contentId ?? 0,
    customFields,
  };
}

/** Options of a copy of an event. A copy always includes the tickets and the questions to buyers. */
export interface CopyOptions {
  /** True to copy the discount codes too. Defaults to false. */
  copiesCodes?: boolean;
}

/**
 * Copies an event as a draft with its tickets and questions to buyers, but without attendees, in one transaction. Returns its ID. Throws
 * `forbidden`, or `invalid_arguments` if its image, a venue or an organizer was deleted.
 */
export async function duplicateEvent(
  site: Site,
  viewer: Viewer,
  eventId: number,
  title: string,
  { copiesCodes = false }: CopyOptions = {},
): Promise<number> {
  const event = await getOrganizedEvent(site, viewer, eventId);
  checkCreateCalendarContent(viewer, eventKind);
  const input = buildEventCopy(event, title);
  await checkEventInput(site, viewer, input, { argument: 'event' });
  const image = await chooseImage(site, input.image, 'event.image');
  const tickets = await listEventTickets(site, eventId);
  return await runCalendarTransaction(site, async (tx) => {
    const { id } = await createEventIn(site, tx, viewer, input, { whenReversed: 'refuse', images: { event: image, drafts: new Map() } });
    const copies = new Map<number, number>();
    for (const ticket of tickets) copies.set(ticket.id, await addCopy(site, tx, viewer, id, ticket));
    await copyCheckoutForm(tx, eventId, [id]);
    if (copiesCodes) await copyDiscountCodes(tx, eventId, { eventId: id, copiedTicketIds: copies, days: 0 });
    return id;
  });
}
