import { now } from '#app/core/time/clock.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { queueOrderMail } from '../tickets/cancelled-mail.ts';
import { buildAttendees } from '../tickets/holds/sale.ts';
import { checkOnSale } from '../tickets/holds/hold.service.ts';
import { lockPlaces } from '../tickets/lock-order.ts';
import { buildOrderPath } from '../tickets/qr/order-path.ts';
import { readTicket } from '../tickets/ticket.reader.ts';
import { currencyCode } from '../tickets/tickets.settings.ts';
import { createRandomCode } from '../tickets/random-code.ts';
import { parsePerson } from './checkout.people.ts';
import { hashCheckoutToken } from './checkout.record.ts';
import { type CheckoutCaller, countCheckoutStart, normalizeLocale } from './start-checkout.ts';

/** A negative reply to an invitation. */
export interface DeclineInput {
  ticketId: number;
  fullName: string;
  email: string;
}

/**
 * Records that an invited person is not going, if the ticket collects such replies. Reserves no place. Returns the path of the page where the person
 * can change the reply; the person also gets the link by mail. Throws `invalid_arguments`, `ticket_not_found`, `ticket_not_on_sale`,
 * `rsvp_only_going`, `too_many_checkouts`.
 */
export async function declineRsvp(
  site: Site,
  buyer: Omit<CheckoutCaller, 'requestKey'>,
  { ticketId, ...invited }: DeclineInput,
): Promise<{ orderPath: string }> {
  const person = parsePerson('', invited);
  const id = await site.db.transaction(async (tx) => {
    await countCheckoutStart(site, tx, buyer);
    await lockPlaces(tx, { ticketIds: [ticketId] });
    const ticket = checkOnSale(site, buyer.audience, ticketId, await readTicket(tx, ticketId));
    if (ticket.provider !== 'rsvp' || !ticket.showNotGoing)
      throw invalid('rsvp_only_going', 'This ticket does not collect replies of people who are not going.');
    const moment = now();
    const line = { ticketId, postId: ticket.postId, provider: ticket.provider, title: ticket.title, quantity: 1 };
    const checkout = await tx.checkout.create({
      data: {
        keyHash: hashCheckoutToken(site, createRandomCode(40)),
        state: 'completed',
        expiresAt: moment,
        buyerName: person.fullName,
        buyerEmail: person.email,
        locale: normalizeLocale(buyer.locale),
        currency: site.settings.get(currencyCode),
        createdUtc: moment,
        changedUtc: moment,
        lines: { create: { ...line, priceMinor: 0n, regularPriceMinor: 0n } },
      },
      select: { id: true },
    });
    const user = await tx.user.findFirst({ where: { email: person.email.toLowerCase() }, select: { id: true } });
    const users = new Map(user ? [[person.email.toLowerCase(), user.id]] : []);
    await tx.attendee.createMany({
      data: buildAttendees(site, { ticket, status: 'no', guests: [{ ticketId, ...person }] }, null, {
        users,
        callerId: 0,
        sale: { checkoutId: checkout.id, prices: new Map(), currency: '', gateway: '', payUntil: null },
      }),
    });
    await queueOrderMail(site, tx, checkout.id);
    return checkout.id;
  });
  notifyMailQueued(site);
  return { orderPath: buildOrderPath(site, id) };
}
