import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import { notifyMailQueued } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { lockHold } from '../tickets/holds/hold.record.ts';
import { completeHoldIn } from '../tickets/holds/complete-hold.ts';
import { queueOrderMail } from '../tickets/cancelled-mail.ts';
import type { Sale } from '../tickets/holds/sale.ts';
import { lockPlaces } from '../tickets/lock-order.ts';
import { isShop } from '../tickets/providers.ts';
import { buildOrderPath } from '../tickets/qr/order-path.ts';
import { getInitialStatus, getUnpaidStatus } from '../tickets/statuses.ts';
import { checkoutCancelled, checkoutExpired } from './checkout.failures.ts';
import { checkAnswers, fillGuests } from './checkout.people.ts';
import { lockCheckout, type CheckoutRecord, getGuests, readCheckout, getCheckoutState, computeTotal } from './checkout.record.ts';
import { manualPaymentDays } from './checkout.settings.ts';
import { claimDiscount } from './discounts/apply.service.ts';
import { listQuestions, termsNotAccepted, listSalesTerms } from './questions/questions.service.ts';
import type { GatewayName } from './gateways/gateway.ts';
import { chooseGateway } from './gateways/offered-gateways.ts';
import { findOnlineGateway } from './gateways/online-gateways.ts';
import { ensurePaymentUrl } from './payments/payment-url.ts';
import { addPayment } from './payments/payment.record.ts';

const DAY_MS = 86_400_000;

/** Result of completing a checkout. */
export interface CompleteCheckoutResult {
  /** ID of the checkout. */
  id: number;
  /** Path of the order page. */
  orderPath: string;
  /** URL where the buyer pays online. Null if there is no online payment. */
  paymentUrl: string | null;
}

function checkBuyer({ buyerName, buyerEmail }: CheckoutRecord): void {
  if (buyerEmail === '' || buyerName === '')
    throw invalidArguments({
      ...(buyerName === '' && { 'buyer.fullName': 'Enter a name.' }),
      ...(buyerEmail === '' && { 'buyer.email': { code: 'email_missing', message: 'Enter an email address.' } }),
    });
}

/** Returns the deadline for paying at the door or by transfer, or null if there is no limit. */
function computePaymentDeadline(site: Site, gateway: string): Date | null {
  const days = site.settings.get(manualPaymentDays);
  return gateway === 'manual' && days > 0 ? new Date(now().getTime() + days * DAY_MS) : null;
}

const toSale = (site: Site, { id, lines, currency, discountCodeId }: CheckoutRecord, gateway: string): Sale => ({
  checkoutId: id,
  prices: new Map(
    lines.map(({ ticketId, priceMinor, regularPriceMinor, discountMinor }) => [
      ticketId,
      {
        price: BigInt(priceMinor),
        regularPrice: BigInt(regularPriceMinor),
        discountCodeId: BigInt(discountMinor) > 0n ? discountCodeId : null,
      },
    ]),
  ),
  currency,
  gateway,
  payUntil: computePaymentDeadline(site, gateway),
});

/**
 * True if the buyer gets a mail about the whole order at completion. A single free ticket has its own mail, and an order with an online payment is
 * mailed after the payment.
 */
const needsMail = (attendeeCount: number, gateway: string) => findOnlineGateway(gateway) === null && (attendeeCount > 1 || gateway !== '');

/** Throws `invalid_arguments` for missing answers, and `terms_not_accepted`. */
async function checkAnswersAndTerms(tx: Tx, checkout: CheckoutRecord): Promise<void> {
  const eventIds = checkout.lines.flatMap(({ postId }) => postId ?? []);
  const questions = await listQuestions(tx, eventIds);
  if (questions.length > 0) checkAnswers(questions, checkout, fillGuests(checkout, getGuests(checkout)));
  if (checkout.termsAcceptedUtc === null && (await listSalesTerms(tx, eventIds)).length > 0) throw termsNotAccepted();
}

/** Completes an open checkout and returns its payment method. */
async function complete(site: Site, tx: Tx, checkout: CheckoutRecord, requestedGateway: string): Promise<string> {
  checkBuyer(checkout);
  await checkAnswersAndTerms(tx, checkout);
  const totalMinor = computeTotal(checkout.lines);
  const gateway = totalMinor > 0n ? chooseGateway(site, requestedGateway, { totalMinor, currency: checkout.currency }) : '';
  await completeCheckoutIn(site, tx, checkout, { gateway, callerId: 0 });
  return gateway;
}

/**
 * Converts an open checkout to attendees and, for sold tickets, an order. The caller's transaction must have locked the tickets and the checkout.
 * `gateway` is empty if there is nothing to pay.
 */
export async function completeCheckoutIn(
  site: Site,
  tx: Tx,
  checkout: CheckoutRecord,
  { gateway, callerId }: { gateway: GatewayName | ''; callerId: number },
): Promise<void> {
  const isToBePaid = gateway !== '';
  await claimDiscount(tx, checkout);
  const hold = await lockHold(tx, checkout.holdId ?? 0);
  const ids = await completeHoldIn(site, tx, hold, {
    guests: fillGuests(checkout, getGuests(checkout)),
    purchaser: { fullName: checkout.buyerName, email: checkout.buyerEmail },
    getStatus: (provider) => (isToBePaid && isShop(provider) ? getUnpaidStatus(provider) : getInitialStatus(provider)),
    callerId,
    sale: toSale(site, checkout, gateway),
  });
  await tx.checkout.update({
    where: { id: checkout.id },
    // the guests are stored as attendees now
    data: { state: 'completed', gateway, guests: [], changedUtc: now() },
    select: { id: true },
  });
  if (findOnlineGateway(gateway)) {
    const order = await tx.ticketOrder.findUniqueOrThrow({ where: { checkoutId: checkout.id }, select: { id: true, totalMinor: true } });
    await addPayment(tx, { orderId: order.id, gateway, amountMinor: order.totalMinor, currency: checkout.currency });
  }
  if (needsMail(ids.length, gateway)) await queueOrderMail(site, tx, checkout.id);
}

/**
 * Completes a checkout: creates attendees with codes, the order, and the mail in one transaction, then requests an online payment from its provider.
 * A repeated call returns the same result. After `payment_unavailable`, the order exists, and a repeated call requests only the payment. Throws
 * `checkout_not_found`, `checkout_expired`, `checkout_cancelled`, `invalid_arguments` without a buyer, `gateway_not_offered`,
 * `discount_code_used_up`, `terms_not_accepted`.
 */
export async function completeCheckout(
  site: Site,
  token: string,
  { gateway }: { gateway?: string | null | undefined } = {},
): Promise<CompleteCheckoutResult> {
  const { id, lines, ...current } = await readCheckout(
    site,
    { token },
    { select: { id: true, state: true, gateway: true, lines: { select: { ticketId: true } } } },
  );
  let usedGateway = current.gateway;
  if (current.state === 'open') {
    usedGateway = await site.db.transaction(async (tx) => {
      await lockPlaces(tx, { ticketIds: lines.map(({ ticketId }) => ticketId) });
      const checkout = await lockCheckout(tx, id);
      const state = getCheckoutState(checkout);
      if (state === 'cancelled') throw checkoutCancelled();
      if (state === 'expired') throw checkoutExpired();
      return state === 'open' ? await complete(site, tx, checkout, gateway ?? checkout.gateway) : checkout.gateway;
    });
    notifyMailQueued(site);
  } else if (current.state === 'cancelled') throw checkoutCancelled();
  return { id, orderPath: buildOrderPath(site, id), paymentUrl: findOnlineGateway(usedGateway) ? await ensurePaymentUrl(site, id) : null };
}
