import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';
import { isShop } from '../tickets/providers.ts';
import { orderPath } from '../tickets/qr/order-address.ts';
import { hasAttendeeList } from '../tickets/selling-post.ts';
import { loadTickets } from '../tickets/ticket.reader.ts';
import {
  checkoutByToken,
  type CheckoutRecord,
  type CheckoutState,
  discountOf,
  type GuestDraft,
  guestsOf,
  secondsLeft,
  stateOf,
  subtotalOf,
  totalOf,
} from './checkout.record.ts';
import type { Answers, Question } from './questions/question.rules.ts';
import { questionsOf, salesTermsOf } from './questions/questions.service.ts';
import type { GatewayName } from './gateways/gateway.ts';
import { offeredGateways } from './gateways/offered.ts';

/** Places of one ticket, in minor units of the checkout's currency. */
export interface LineView {
  ticketId: number;
  postId: number | null;
  title: string;
  quantity: number;
  priceMinor: bigint;
  /** What a discount code takes off the price of each. */
  discountMinor: bigint;
  subtotalMinor: bigint;
  isRsvp: boolean;
}

/** A checkout as its buyer sees it. */
export interface CheckoutView {
  id: number;
  state: CheckoutState;
  /** Until when the places are kept. */
  expiresAt: Date;
  /** Whole seconds until then; 0 unless it is open. */
  secondsLeft: number;
  lines: LineView[];
  totalMinor: bigint;
  /** The discount code of the buyer; empty = none. */
  discountCode: string;
  /** What it takes off altogether. */
  discountMinor: bigint;
  currency: string;
  /** What its events ask. */
  questions: readonly Question[];
  /** The replies for the order: question → reply. */
  answers: Answers;
  /** What has to be accepted. */
  terms: readonly string[];
  hasAcceptedTerms: boolean;
  /** Null until someone is named. */
  buyer: { fullName: string; email: string } | null;
  guests: GuestDraft[];
  /** How it is to be paid; empty = not chosen. */
  gateway: string;
  /** How it can be paid; empty when nothing is to be paid. */
  gateways: readonly GatewayName[];
  locale: string;
  /** Whether the names may stand in the public attendee lists of the events. */
  isListed: boolean;
  /** Path of the buyer's own page once the checkout is completed. */
  orderPath: string | null;
}

/** The lines of a checkout as its buyer sees them. */
export function viewLines(lines: readonly Row<'CheckoutLine'>[]): LineView[] {
  return lines.map(({ ticketId, postId, title, quantity, priceMinor, discountMinor, provider }) => ({
    ticketId,
    postId,
    title,
    quantity,
    priceMinor: BigInt(priceMinor),
    discountMinor: BigInt(discountMinor),
    subtotalMinor: subtotalOf({ priceMinor, quantity }),
    isRsvp: !isShop(provider),
  }));
}

/** Whether an event in the checkout has a public attendee list. */
export async function listsAttendees(site: Site, lines: readonly { ticketId: number }[]): Promise<boolean> {
  const tickets = await loadTickets(
    site,
    lines.map(({ ticketId }) => ticketId),
  );
  return tickets.some(({ post }) => hasAttendeeList(post));
}

/** Shows a checkout to anyone who has its token. */
function viewOf(site: Site, checkout: CheckoutRecord, questions: readonly Question[], terms: readonly string[]): CheckoutView {
  const totalMinor = totalOf(checkout.lines);
  const state = stateOf(checkout);
  return {
    id: checkout.id,
    state,
    expiresAt: checkout.expiresAt,
    secondsLeft: secondsLeft(checkout),
    lines: viewLines(checkout.lines),
    totalMinor,
    discountCode: checkout.discountCode,
    discountMinor: discountOf(checkout.lines),
    currency: checkout.currency,
    questions,
    answers: checkout.answers as Answers,
    terms,
    hasAcceptedTerms: checkout.termsAcceptedUtc !== null,
    buyer: checkout.buyerEmail === '' ? null : { fullName: checkout.buyerName, email: checkout.buyerEmail },
    guests: guestsOf(checkout),
    gateway: checkout.gateway,
    gateways: totalMinor === 0n ? [] : offeredGateways(site, { totalMinor, currency: checkout.currency }),
    locale: checkout.locale,
    isListed: checkout.isListed,
    orderPath: state === 'completed' ? orderPath(site, checkout.id) : null,
  };
}

/** The checkout that the token opens. Throws `checkout_not_found`. */
export async function viewCheckout(site: Site, token: string): Promise<CheckoutView> {
  const checkout = await checkoutByToken(site, token);
  const eventIds = checkout.lines.flatMap(({ postId }) => postId ?? []);
  const [questions, terms] = await Promise.all([questionsOf(site.db.prisma, eventIds), salesTermsOf(site.db.prisma, eventIds)]);
  return viewOf(site, checkout, questions, terms);
}
