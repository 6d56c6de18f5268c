import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import { invalid, notFound, refused } from '#app/core/failures/failure.ts';
import { type BoxOfficeSale, sellAtBoxOffice } from '#app/domains/checkout/box-office.ts';
import { findUser } from '#app/domains/identity/users/user.record.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type AttendeeMessageInput, previewAttendeeMessage, sendAttendeeMessage } from '#app/domains/tickets/attendee-message.ts';
import { loadAttendees } from '#app/domains/tickets/attendee.reader.ts';
import type { AttendeeRecord } from '#app/domains/tickets/attendee.record.ts';
import { changeAttendee } from '#app/domains/tickets/attendee.service.ts';
import { queueOrderMail } from '#app/domains/tickets/cancelled-mail.ts';
import { checkPerson } from '#app/domains/tickets/person.rules.ts';
import { offerPlacesToEntry, resendOffer } from '#app/domains/tickets/waiting-list/offers.ts';
import { leaveWaitingList } from '#app/domains/tickets/waiting-list/waiting.service.ts';
import type { Site } from '#app/site.ts';
import {
  checkEventNotCancelled,
  checkIsOrganizer,
  checkOrganizesAttendee,
  checkOrganizesOrder,
  getOrganizedEvent,
  toOrganizerAudience,
} from './access.ts';

/** Sells tickets of an event at its box office; see `sellAtBoxOffice`. Also throws `forbidden`. */
export async function sellTicketsOfEvent(site: Site, viewer: Viewer, sale: BoxOfficeSale): Promise<number> {
  checkEventNotCancelled(await getOrganizedEvent(site, viewer, sale.eventId));
  return await sellAtBoxOffice(site, toOrganizerAudience(viewer), sale);
}

/**
 * Corrects the name and the email address of an attendee. The ticket and its code stay valid. A new email address gets the ticket by mail. To give a
 * ticket to another person, the buyer transfers it. Throws `forbidden`, `attendee_not_found` or `invalid_arguments`.
 */
export async function renameAttendee(
  site: Site,
  viewer: Viewer,
  attendeeId: number,
  input: { fullName: string; email: string },
): Promise<AttendeeRecord> {
  await checkOrganizesAttendee(site, viewer, attendeeId);
  const person = { fullName: input.fullName.trim().slice(0, 250), email: input.email.trim().slice(0, 254) };
  checkPerson('', person);
  const [attendee] = await loadAttendees(site, [attendeeId]);
  if (!attendee) throw notFound('attendee_not_found', 'There is no such attendee.');
  const hasNewAddress = attendee.email.toLowerCase() !== person.email.toLowerCase();
  return await changeAttendee(site, attendee, { ...person, ...(hasNewAddress && { sendsTicket: true }) }, viewer.id);
}

/**
 * Mails the confirmation of an order to the buyer again. Throws `forbidden`, `order_not_found`, or `no_address` for an order without a checkout or
 * without an email address.
 */
export async function resendOrder(site: Site, viewer: Viewer, orderId: number): Promise<void> {
  await checkOrganizesOrder(site, viewer, orderId);
  const order = await site.db.prisma.ticketOrder.findUnique({
    where: { id: orderId },
    select: { checkoutId: true, checkout: { select: { buyerEmail: true } } },
  });
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  if (!order.checkout?.buyerEmail) throw invalid('no_address', 'The order has no email address to which the confirmation can be sent.');
  await site.db.transaction((tx) => queueOrderMail(site, tx, order.checkoutId));
  notifyMailQueued(site);
}

/** Throws `forbidden` unless the viewer may edit the event of a waiting list entry. Returns the ticket ID of the entry. */
export async function checkOrganizesWaitingEntry(site: Site, viewer: Viewer, entryId: number): Promise<number> {
  checkIsOrganizer(viewer);
  const entry = await site.db.prisma.waitingEntry.findUnique({
    where: { id: entryId },
    select: { ticketId: true, ticket: { select: { postId: true } } },
  });
  if (!entry?.ticket.postId) throw refused(viewer, 'forbidden', 'You may not edit the event of this waiting list.');
  await getOrganizedEvent(site, viewer, entry.ticket.postId);
  return entry.ticketId;
}

/** Offers places to an entry of a waiting list now; see `offerPlacesToEntry`. Also throws `forbidden`. */
export async function offerPlacesToWaitingEntry(site: Site, viewer: Viewer, entryId: number): Promise<void> {
  await offerPlacesToEntry(site, entryId, await checkOrganizesWaitingEntry(site, viewer, entryId));
  notifyMailQueued(site);
}

/** Mails the offer of an entry again; see `resendOffer`. Also throws `forbidden`. */
export async function resendWaitingOffer(site: Site, viewer: Viewer, entryId: number): Promise<void> {
  await checkOrganizesWaitingEntry(site, viewer, entryId);
  await resendOffer(site, entryId);
  notifyMailQueued(site);
}

/** Removes an entry from a waiting list. Its offer goes to the next entry. Throws `forbidden`. */
export async function removeWaitingEntry(site: Site, viewer: Viewer, entryId: number): Promise<void> {
  await checkOrganizesWaitingEntry(site, viewer, entryId);
  await leaveWaitingList(site, { id: entryId });
}

/** Returns the preview of a message to the attendees of an event. Throws `forbidden` or `invalid_arguments`. */
export async function previewOrganizerMessage(site: Site, viewer: Viewer, input: AttendeeMessageInput) {
  await getOrganizedEvent(site, viewer, input.eventId);
  const author = await findUser(site, viewer.id);
  return await previewAttendeeMessage(site, input, { name: author?.displayName ?? '', email: author?.email ?? '' });
}

/** Sends a message to the attendees of an event; see `sendAttendeeMessage`. Also throws `forbidden`. */
export async function sendOrganizerMessage(site: Site, viewer: Viewer, input: AttendeeMessageInput, requestKey: string): Promise<number> {
  await getOrganizedEvent(site, viewer, input.eventId);
  return await sendAttendeeMessage(site, input, viewer.id, requestKey);
}
