import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid, throwIfRefused } from '#app/core/failures/failure.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { type Audience } from '../tickets/audience.ts';
import { holdPlacesIn } from '../tickets/holds/hold.service.ts';
import { updateOrderStatusIn } from '../tickets/order.service.ts';
import { findContactFaults } from '../tickets/person.rules.ts';
import { loadTickets } from '../tickets/ticket.reader.ts';
import { lockCheckout, computeTotal } from './checkout.record.ts';
import { completeCheckoutIn } from './complete-checkout.ts';
import { createCheckoutIn, createCheckoutToken, findOrCreateCheckout } from './start-checkout.ts';

/** A sale that staff enter for a customer at the box office or on the telephone. */
export interface BoxOfficeSale {
  /** ID of the event of the tickets. */
  eventId: number;
  lines: readonly { ticketId: number; quantity: number }[];
  fullName: string;
  /** If it is empty, no mail is sent. */
  email: string;
  /** True if the customer has paid. */
  isPaid: boolean;
  /** Random key of the form. A sale that is repeated with the same key and values is not stored again. */
  requestKey?: string | null | undefined;
}

const MAX_NAME_LENGTH = 250;

function checkBuyer({ fullName, email }: BoxOfficeSale): void {
  const faults = findContactFaults('', { fullName, ...(email !== '' && { email }) });
  if (fullName.length > MAX_NAME_LENGTH)
    faults['fullName'] = { code: 'name_too_long', message: `A name has at most ${MAX_NAME_LENGTH} characters.` };
  throwIfRefused(faults);
}

/**
 * Sells tickets of an event at the box office, including tickets that are not on public sale. Stores places, attendees, order and mail in one
 * transaction. Returns the ID of the checkout. `audience` must be allowed to manage the event. Throws `invalid_arguments`, `nothing_chosen`,
 * `ticket_not_found` for a ticket of another event, `insufficient_stock`, `several_shops`.
 */
export async function sellAtBoxOffice(site: Site, audience: Audience, input: BoxOfficeSale): Promise<number> {
  const sale = { ...input, fullName: input.fullName.trim(), email: input.email.trim() };
  checkBuyer(sale);
  const lines = sale.lines.filter(({ quantity }) => quantity !== 0);
  if (lines.length === 0) throw invalid('nothing_chosen', 'Choose at least one ticket.');
  const tickets = await loadTickets(
    site,
    lines.map(({ ticketId }) => ticketId),
  );
  const eventTicketIds = new Set(tickets.filter(({ postId }) => postId === sale.eventId).map(({ id }) => id));
  if (lines.some(({ ticketId }) => !eventTicketIds.has(ticketId)))
    throw invalid('ticket_not_found', 'A ticket does not belong to this event.');
  const callerId = audience.viewer.id;
  const { requestKey, ...values } = sale;
  const token = createCheckoutToken(site, { caller: `user ${callerId} ${JSON.stringify({ ...values, lines })}`, requestKey });
  const sell = async (tx: Tx): Promise<number> => {
    const { hold } = await holdPlacesIn(site, tx, { audience, caller: `user ${callerId}`, lines });
    const checkoutId = await createCheckoutIn(site, tx, hold, token, '');
    await tx.checkout.update({
      where: { id: checkoutId },
      data: { buyerName: sale.fullName, buyerEmail: sale.email, changedUtc: now() },
      select: { id: true },
    });
    const checkout = await lockCheckout(tx, checkoutId);
    await completeCheckoutIn(site, tx, checkout, { gateway: computeTotal(checkout.lines) > 0n ? 'manual' : '', callerId });
    const order = await tx.ticketOrder.findUnique({ where: { checkoutId }, select: { id: true, status: true } });
    if (sale.isPaid && order && order.status !== 'completed') await updateOrderStatusIn(site, tx, order.id, 'completed', callerId);
    return checkoutId;
  };
  const { id } = await findOrCreateCheckout(site, token, typeof requestKey === 'string', () => site.db.transaction(sell));
  notifyMailQueued(site);
  return id;
}
