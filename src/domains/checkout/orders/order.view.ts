import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { AttendeeRecord } from '../../tickets/attendee.record.ts';
import { orderPath } from '../../tickets/qr/order-address.ts';
import { ticketPath } from '../../tickets/qr/ticket-address.ts';
import { type TicketSheet, ticketSheets } from '../../tickets/qr/ticket-sheet.ts';
import type { SellingPost } from '../../tickets/selling-post.ts';
import { loadSellingPosts, loadTickets } from '../../tickets/ticket.reader.ts';
import type { TicketRecord } from '../../tickets/ticket.record.ts';
import { cancelUntilHours, paymentNote } from '../checkout.settings.ts';
import { discountOf, totalOf } from '../checkout.record.ts';
import { type LineView, viewLines } from '../checkout.view.ts';
import { cancellableUntil, isCancellable } from './cancellation.rules.ts';
import type { PaymentRecord } from '../payments/payment.record.ts';
import { boughtCheckout, type BoughtRecord, readBought } from './order.record.ts';

/** One ticket of an order. */
export interface BoughtTicket {
  sheet: TicketSheet;
  /** True if the buyer has transferred the ticket. They can no longer see its code or change it. */
  isTransferred: boolean;
  /** Path of the ticket page. Null for a transferred ticket. */
  ticketPath: string | null;
  /** True if the buyer may cancel the ticket now. */
  canCancel: boolean;
  canTransfer: boolean;
  /** Reply of the holder. Null if the ticket collects no replies. */
  isGoing: boolean | null;
  canChangeAnswer: boolean;
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
  /** Address for paying online. Null if no online payment is open. */
  paymentUrl: string | null;
  /** Instructions for buyers who pay at the door or by transfer. */
  paymentNote: string;
  /** Deadline for paying at the door or by transfer. Null if there is no limit, or nothing to pay in these ways. */
  payUntil: Date | null;
  attendees: BoughtTicket[];
  canCancel: boolean;
  /** Earliest cancellation deadline of the events. Null if none has one. */
  cancelUntil: Date | null;
}

interface Known {
  posts: ReadonlyMap<number, SellingPost>;
  tickets: ReadonlyMap<number, TicketRecord>;
  hours: number;
}

const untilOf = ({ posts, hours }: Known, { postId }: Pick<AttendeeRecord, 'postId'>) =>
  cancellableUntil(posts.get(postId ?? 0)?.startUtc ?? null, hours);

const isOver = ({ posts }: Known, { postId }: AttendeeRecord) => {
  const end = posts.get(postId ?? 0)?.endUtc ?? null;
  return end !== null && end <= now();
};

function boughtTicket(site: Site, known: Known, sheet: TicketSheet): BoughtTicket {
  const { attendee, state } = sheet;
  const isTransferred = attendee.transferredUtc !== null;
  const isLive = (state === 'good' || state === 'pending') && !attendee.checkedIn && !isTransferred;
  const canCancel = isLive && isCancellable(untilOf(known, attendee), now());
  const isRsvp = attendee.provider === 'rsvp';
  const asks = isRsvp && known.tickets.get(attendee.ticketId)?.showNotGoing === true && state !== 'void' && !isTransferred;
  return {
    sheet,
    isTransferred,
    ticketPath: isTransferred ? null : ticketPath(site, attendee),
    canCancel,
    canTransfer: isLive && !isOver(known, attendee),
    isGoing: isRsvp && state !== 'void' ? attendee.orderStatus === 'yes' : null,
    canChangeAnswer: asks && (state === 'declined' ? !isOver(known, attendee) : canCancel),
  };
}

function stateOf({ order }: BoughtRecord, tickets: readonly BoughtTicket[]): BuyerOrder['state'] {
  if (tickets.every(({ sheet }) => sheet.state === 'void')) return 'cancelled';
  return order && order.totalMinor > 0n && tickets.some(({ sheet }) => sheet.state === 'pending') ? 'pending' : 'confirmed';
}

function urlOf(payment: PaymentRecord | null): string | null {
  return payment?.state === 'open' && payment.expiresAt > now() ? payment.url || null : null;
}

/** Converts a completed checkout for the order page. */
export async function viewBought(site: Site, bought: BoughtRecord): Promise<BuyerOrder> {
  const { checkout, order, attendees } = bought;
  const postIds = [...new Set(attendees.flatMap(({ postId }) => postId ?? []))];
  const [sheets, posts, tickets] = await Promise.all([
    ticketSheets(site, attendees),
    loadSellingPosts(site, postIds),
    loadTickets(site, [...new Set(attendees.map(({ ticketId }) => ticketId))]),
  ]);
  const known: Known = {
    posts: new Map(posts.map((post) => [post.id, post])),
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
    hours: site.settings.get(cancelUntilHours),
  };
  const shown = attendees.map(({ id }) => boughtTicket(site, known, sheets.get(id) as TicketSheet));
  const live = shown.filter(({ sheet, isTransferred }) => !isTransferred && (sheet.state === 'good' || sheet.state === 'pending'));
  const state = stateOf(bought, shown);
  const limits = live.map(({ sheet }) => untilOf(known, sheet.attendee)).filter((until) => until instanceof Date);
  return {
    checkoutId: checkout.id,
    path: orderPath(site, checkout.id),
    state,
    orderId: order?.id ?? null,
    buyer: { fullName: checkout.buyerName, email: checkout.buyerEmail },
    locale: checkout.locale,
    lines: viewLines(checkout.lines),
    totalMinor: BigInt(order?.totalMinor ?? totalOf(checkout.lines)),
    discountCode: checkout.discountCode,
    discountMinor: discountOf(checkout.lines),
    currency: checkout.currency,
    gateway: checkout.gateway,
    refundMinor: BigInt(order?.payment?.refundDueMinor ?? 0),
    paymentUrl: urlOf(order?.payment ?? null),
    paymentNote: site.settings.get(paymentNote),
    payUntil: state === 'pending' ? (order?.payUntilUtc ?? null) : null,
    attendees: shown,
    canCancel: live.length > 0 && live.every(({ canCancel }) => canCancel),
    cancelUntil: limits.length === 0 ? null : new Date(Math.min(...limits.map((until) => until.getTime()))),
  };
}

/** Returns the order for the token of an order page. Throws `order_not_found`. */
export async function viewOrder(site: Site, token: string): Promise<BuyerOrder> {
  return await viewBought(site, await readBought(site, await boughtCheckout(site, token)));
}
