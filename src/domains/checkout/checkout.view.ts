import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';
import { isShop } from '../tickets/providers.ts';
import { buildOrderPath } from '../tickets/qr/order-path.ts';
import { hasAttendeeList } from '../tickets/selling-post.ts';
import { loadTickets } from '../tickets/ticket.reader.ts';
import {
  getCheckoutByToken,
  type CheckoutRecord,
  type CheckoutState,
  computeDiscount,
  type GuestDraft,
  getGuests,
  getSecondsLeft,
  getCheckoutState,
  computeSubtotal,
  computeTotal,
} from './checkout.record.ts';
import type { Answers, Question } from './questions/question.rules.ts';
import { listQuestions, listSalesTerms } from './questions/questions.service.ts';
import type { GatewayName } from './gateways/gateway.ts';
import { listOfferedGateways } from './gateways/offered-gateways.ts';

/** Places of one ticket. Amounts are in minor units of the checkout's currency. */
export interface LineView {
  ticketId: number;
  postId: number | null;
  title: string;
  quantity: number;
  priceMinor: bigint;
  /** Discount on the price of one ticket. */
  discountMinor: bigint;
  subtotalMinor: bigint;
  isRsvp: boolean;
}

/** A checkout as shown to its buyer. */
export interface CheckoutView {
  id: number;
  state: CheckoutState;
  /** Time at which the reserved places are released. */
  expiresAt: Date;
  /** Whole seconds until `expiresAt`, or 0 if the checkout is not open. */
  secondsLeft: number;
  lines: LineView[];
  totalMinor: bigint;
  /** Discount code of the buyer, or empty. */
  discountCode: string;
  /** Total discount. */
  discountMinor: bigint;
  currency: string;
  /** Questions of the events. */
  questions: readonly Question[];
  /** Answers about the order, by label of the question. */
  answers: Answers;
  /** Terms that the buyer has to accept. */
  terms: readonly string[];
  hasAcceptedTerms: boolean;
  /** Null until the buyer has entered an email address. */
  buyer: { fullName: string; email: string } | null;
  guests: GuestDraft[];
  /** Chosen payment method, or empty. */
  gateway: string;
  /** Offered payment methods. Empty if there is nothing to pay. */
  gateways: readonly GatewayName[];
  /** BCP 47 language tag of the buyer, or empty. */
  locale: string;
  /** True if the names may appear in the public attendee lists of the events. */
  isListed: boolean;
  /** Path of the order page after completion, else null. */
  orderPath: string | null;
}

/** Converts the lines of a checkout for its buyer. */
export function viewLines(lines: readonly Row<'CheckoutLine'>[]): LineView[] {
  return lines.map(({ ticketId, postId, title, quantity, priceMinor, discountMinor, provider }) => ({
    ticketId,
    postId,
    title,
    quantity,
    priceMinor: BigInt(priceMinor),
    discountMinor: BigInt(discountMinor),
    subtotalMinor: computeSubtotal({ priceMinor, quantity }),
    isRsvp: !isShop(provider),
  }));
}

/** True if an event in the checkout has a public attendee list. */
export async function canListAttendees(site: Site, lines: readonly { ticketId: number }[]): Promise<boolean> {
  const tickets = await loadTickets(
    site,
    lines.map(({ ticketId }) => ticketId),
  );
  return tickets.some(({ post }) => hasAttendeeList(post));
}

/** Converts a checkout for its buyer. */
function buildView(site: Site, checkout: CheckoutRecord, questions: readonly Question[], terms: readonly string[]): CheckoutView {
  const totalMinor = computeTotal(checkout.lines);
  const state = getCheckoutState(checkout);
  return {
    id: checkout.id,
    state,
    expiresAt: checkout.expiresAt,
    secondsLeft: getSecondsLeft(checkout),
    lines: viewLines(checkout.lines),
    totalMinor,
    discountCode: checkout.discountCode,
    discountMinor: computeDiscount(checkout.lines),
    currency: checkout.currency,
    questions,
    answers: checkout.answers as Answers,
    terms,
    hasAcceptedTerms: checkout.termsAcceptedUtc !== null,
    buyer: checkout.buyerEmail === '' ? null : { fullName: checkout.buyerName, email: checkout.buyerEmail },
    guests: getGuests(checkout),
    gateway: checkout.gateway,
    gateways: totalMinor === 0n ? [] : listOfferedGateways(site, { totalMinor, currency: checkout.currency }),
    locale: checkout.locale,
    isListed: checkout.isListed,
    orderPath: state === 'completed' ? buildOrderPath(site, checkout.id) : null,
  };
}

/** Returns the checkout of a token. Throws `checkout_not_found`. */
export async function viewCheckout(site: Site, token: string): Promise<CheckoutView> {
  const checkout = await getCheckoutByToken(site, token);
  const eventIds = checkout.lines.flatMap(({ postId }) => postId ?? []);
  const [questions, terms] = await Promise.all([listQuestions(site.db.prisma, eventIds), listSalesTerms(site.db.prisma, eventIds)]);
  return buildView(site, checkout, questions, terms);
}
