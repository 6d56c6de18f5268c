import { now } from '#app/core/time/clock.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { queueMailTo, notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { lockAttendee } from '../../tickets/attendee.reader.ts';
import { buildNameColumns } from '../../tickets/attendee.service.ts';
import { createRandomCode } from '../../tickets/random-code.ts';
import { lockPlaces } from '../../tickets/lock-order.ts';
import { getTicketState } from '../../tickets/qr/ticket-sheet.ts';
import { readSellingPost } from '../../tickets/ticket.reader.ts';
import { attendeeNotFound, ticketTransferred } from '../checkout.failures.ts';
import { parsePerson } from '../checkout.people.ts';
import { alreadyCheckedIn } from './cancellation.rules.ts';
import { getCompletedCheckout } from './order.record.ts';
import { type BuyerOrder, viewOrder } from './order.view.ts';

const notTransferable = () => invalid('not_transferable', 'This ticket can no longer be transferred.');

/**
 * Transfers a ticket to another person. The buyer can no longer see or change the ticket. It gets a new code, so the old code becomes invalid. The
 * new holder gets the ticket by mail as soon as it is paid. Deletes the answers of the former holder. Throws `order_not_found`, `attendee_not_found`,
 * `invalid_arguments`, `ticket_transferred`, `already_checked_in`, and `not_transferable` for a ticket that is not valid or whose event has ended.
 */
export async function transferTicket(
  site: Site,
  token: string,
  attendeeId: number,
  holder: { fullName: string; email: string },
): Promise<BuyerOrder> {
  const person = parsePerson('', holder);
  const checkout = await getCompletedCheckout(site, token);
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: checkout.lines.map(({ ticketId }) => ticketId) });
    const attendee = await lockAttendee(tx, attendeeId);
    if (attendee?.checkoutId !== checkout.id) throw attendeeNotFound();
    if (attendee.transferredUtc !== null) throw ticketTransferred();
    if (attendee.checkedIn) throw alreadyCheckedIn();
    const state = getTicketState(attendee);
    const post = attendee.postId === null ? null : await readSellingPost(tx, attendee.postId);
    if ((state !== 'good' && state !== 'pending') || (post?.endUtc && post.endUtc <= now())) throw notTransferable();
    const user = await tx.user.findFirst({ where: { email: person.email.toLowerCase() }, select: { id: true } });
    await tx.attendee.update({
      where: { id: attendeeId },
      data: {
        ...buildNameColumns({ ...person, orderId: attendee.orderId }),
        userId: user?.id ?? null,
        securityCode: createRandomCode(10),
        extra: {},
        // the former holder's consent to the public list does not apply to the new one
        optout: true,
        ...(person.email.toLowerCase() !== checkout.buyerEmail.toLowerCase() && { transferredUtc: now() }),
        modifiedUtc: now(),
      },
      select: { id: true },
    });
    if (state === 'good') await queueMailTo(site, tx, 'ticket', attendeeId);
  });
  notifyMailQueued(site);
  return await viewOrder(site, token);
}
