import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { AttendeeRecord } from '../../tickets/attendee.record.ts';
import { buildOrderPath } from '../../tickets/qr/order-path.ts';
import { buildTicketPath } from '../../tickets/qr/ticket-path.ts';
import { type TicketSheet, loadTicketSheets } from '../../tickets/qr/ticket-sheet.ts';
import type { SellingPost } from '../../tickets/selling-post.ts';
import { loadSellingPosts, loadTickets } from '../../tickets/ticket.reader.ts';
import type { TicketRecord } from '../../tickets/ticket.record.ts';
import { cancelUntilHours, paymentNote } from '../checkout.settings.ts';
import { computeDiscount, computeTotal } from '../checkout.record.ts';
import { type LineView, viewLines } from '../checkout.view.ts';
import { computeCancellationDeadline, isCancellable } from './cancellation.rules.ts';
import type { PaymentRecord } from '../payments/payment.record.ts';
import { getCompletedCheckout, type OrderDetailsRecord, readOrderDetails } from './order.record.ts';

/** One ticket of an order. */
export interface OrderTicket {
  sheet: TicketSheet;
  /** True if the buyer has transferred the ticket. Then the buyer can no longer see its code or change it. */
  isTransferred: boolean;
  /** Path of the ticket page. Null for a transferred ticket. */
  ticketPath: string | null;
  /** True if the buyer may cancel the ticket now. */
  canCancel: boolean;
  /** True if the buyer may transfer the ticket now. */
  canTransfer: boolean;
  /** Reply of the holder. Null if the ticket collects no replies. */
  isGoing: boolean | null;
  /** True if the buyer may change the reply now. */
  canChangeReply: boolean;
}

/** A completed checkout as shown on the order page. Amounts are in minor units. */
export interface BuyerOrder {
  checkoutId: number;
  path: string;
  /** `pending` orders are unpaid. `cancelled` orders have no remaining attendees. */
  state: 'confirmed' | 'pending' | 'cancelled';
  /** Null if nothing was sold. */
  orderId: number | null;
  buyer: { fullName: string; email: string };
  locale: string;
  lines: LineView[];
  totalMinor: bigint;
  /** Discount code of the buyer, or empty. */
  discountCode: string;
  /** Total discount. */
  discountMinor: bigint;
  currency: string;
  gateway: string;
  /** Amount that was or will be refunded. */
  refundMinor: bigint;
  /** URL where the buyer pays online. Null if no online payment is open. */
  paymentUrl: string | null;
  /** Instructions for buyers who pay at the door or by transfer. */
  paymentNote: string;
  /** Deadline for paying at the door or by transfer. Null if there is no limit, or nothing to pay in these ways. */
  payUntil: Date | null;
  attendees: OrderTicket[];
  /** True if the buyer may cancel all remaining tickets now. */
  canCancel: boolean;
  /** Earliest cancellation deadline of the events. Null if no event has a deadline. */
  cancelUntil: Date | null;
}

interface OrderContext {
  posts: ReadonlyMap<number, SellingPost>;
  tickets: ReadonlyMap<number, TicketRecord>;
  /** Hours before an event until which buyers may cancel; -1 = never. */
  cancelUntilHours: number;
}

const findCancellationDeadline = ({ posts, cancelUntilHours: hours }: OrderContext, { postId }: Pick<AttendeeRecord, 'postId'>) =>
  computeCancellationDeadline(posts.get(postId ?? 0)?.startUtc ?? null, hours);

const hasEnded = ({ posts }: OrderContext, { postId }: AttendeeRecord) => {
  const end = posts.get(postId ?? 0)?.endUtc ?? null;
  return end !== null && end <= now();
};

function toOrderTicket(site: Site, context: OrderContext, sheet: TicketSheet): OrderTicket {
  const { attendee, state } = sheet;
  const isTransferred = attendee.transferredUtc !== null;
  const isActive = (state === 'good' || state === 'pending') && !attendee.checkedIn && !isTransferred;
  const canCancel = isActive && isCancellable(findCancellationDeadline(context, attendee), now());
  const isRsvp = attendee.provider === 'rsvp';
  const collectsReplies = isRsvp && context.tickets.get(attendee.ticketId)?.showNotGoing === true && state !== 'void' && !isTransferred;
  return {
    sheet,
    isTransferred,
    ticketPath: isTransferred ? null : buildTicketPath(site, attendee),
    canCancel,
    canTransfer: isActive && !hasEnded(context, attendee),
    isGoing: isRsvp && state !== 'void' ? attendee.orderStatus === 'yes' : null,
    canChangeReply: collectsReplies && (state === 'declined' ? !hasEnded(context, attendee) : canCancel),
  };
}

function getOrderState({ order }: OrderDetailsRecord, tickets: readonly OrderTicket[]): BuyerOrder['state'] {
  if (tickets.every(({ sheet }) => sheet.state === 'void')) return 'cancelled';
  return order && order.totalMinor > 0n && tickets.some(({ sheet }) => sheet.state === 'pending') ? 'pending' : 'confirmed';
}

function getPaymentUrl(payment: PaymentRecord | null): string | null {
  return payment?.state === 'open' && payment.expiresAt > now() ? payment.url || null : null;
}

/** Returns the data of the order page for a completed checkout. */
export async function viewOrderDetails(site: Site, details: OrderDetailsRecord): Promise<BuyerOrder> {
  const { checkout, order, attendees } = details;
  const postIds = [...new Set(attendees.flatMap(({ postId }) => postId ?? []))];
  const [sheets, posts, tickets] = await Promise.all([
    loadTicketSheets(site, attendees),
    loadSellingPosts(site, postIds),
    loadTickets(site, [...new Set(attendees.map(({ ticketId }) => ticketId))]),
  ]);
  const context: OrderContext = {
    posts: new Map(posts.map((post) => [post.id, post])),
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
    cancelUntilHours: site.settings.get(cancelUntilHours),
  };
  const orderTickets = attendees.map(({ id }) => toOrderTicket(site, context, sheets.get(id) as TicketSheet));
  const activeTickets = orderTickets.filter(
    ({ sheet, isTransferred }) => !isTransferred && (sheet.state === 'good' || sheet.state === 'pending'),
  );
  const state = getOrderState(details, orderTickets);
  const deadlines = activeTickets
    .map(({ sheet }) => findCancellationDeadline(context, sheet.attendee))
    .filter((deadline) => deadline instanceof Date);
  return {
    checkoutId: checkout.id,
    path: buildOrderPath(site, checkout.id),
    state,
    orderId: order?.id ?? null,
    buyer: { fullName: checkout.buyerName, email: checkout.buyerEmail },
    locale: checkout.locale,
    lines: viewLines(checkout.lines),
    totalMinor: BigInt(order?.totalMinor ?? computeTotal(checkout.lines)),
    discountCode: checkout.discountCode,
    discountMinor: computeDiscount(checkout.lines),
    currency: checkout.currency,
    gateway: checkout.gateway,
    refundMinor: BigInt(order?.payment?.refundDueMinor ?? 0),
    paymentUrl: getPaymentUrl(order?.payment ?? null),
    paymentNote: site.settings.get(paymentNote),
    payUntil: state === 'pending' ? (order?.payUntilUtc ?? null) : null,
    attendees: orderTickets,
    canCancel: activeTickets.length > 0 && activeTickets.every(({ canCancel }) => canCancel),
    cancelUntil: deadlines.length === 0 ? null : new Date(Math.min(...deadlines.map((deadline) => deadline.getTime()))),
  };
}

/** Returns the order for the token of an order page. Throws `order_not_found`. */
export async function viewOrder(site: Site, token: string): Promise<BuyerOrder> {
  return await viewOrderDetails(site, await readOrderDetails(site, await getCompletedCheckout(site, token)));
}
