import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { invalid, notFound } from '#app/core/failures/failure.ts';
import { createQueueMailSql, notifyMailQueued, getInitialMailStatus } from '#app/core/mail/outbox.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import { lockAttendees, lockPlaces, lockTicketOrder } from './lock-order.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { queueOrderMail, queueCancelledMails } from './cancelled-mail.ts';
import { releaseTakenPlaces, takePlaces } from './places.ts';
import { createRandomCode } from './random-code.ts';
import { buildSortTitle } from '../content/search.rules.ts';
import { noCheckIn } from './check-in.service.ts';
import { getCurrentPrice } from './price.ts';
import type { Provider } from './providers.ts';
import { holdsPlace, isCanceledStatus, canChangeStatus, orderStatuses, findStatusPath } from './statuses.ts';
import { issueCreditNote, issueReceipt } from './receipts/issue-receipt.ts';
import { recordRefundDue } from './refund-due.ts';
import { readTicket } from './ticket.reader.ts';
import type { TicketRecord } from './ticket.record.ts';
import { currencyCode } from './tickets.settings.ts';
import { offerReleasedPlaces } from './waiting-list/offers.ts';

/** A sale that is entered manually. */
export interface OrderDraft {
  purchaserName: string;
  purchaserEmail: string;
  items: readonly { ticketId: number; quantity: number }[];
  /** Defaults to `created`. */
  status?: string | null | undefined;
}

async function readSoldTickets(tx: Tx, draft: OrderDraft): Promise<{ ticket: TicketRecord; quantity: number }[]> {
  const quantities = new Map<number, number>();
  for (const { ticketId, quantity } of draft.items) quantities.set(ticketId, (quantities.get(ticketId) ?? 0) + quantity);
  const lines: { ticket: TicketRecord; quantity: number }[] = [];
  for (const [id, quantity] of [...quantities].sort(([a], [b]) => a - b)) {
    const ticket = await readTicket(tx, id);
    if (!ticket?.post || ticket.provider !== 'tc' || ticket.status === 'trash')
      throw notFound('ticket_unknown', `Ticket ${id} is not sold by this shop.`);
    if (!(quantity > 0)) throw invalid('invalid_arguments', 'A quantity is at least 1.');
    lines.push({ ticket, quantity });
  }
  if (lines.length === 0) throw invalid('invalid_arguments', 'An order has at least one ticket.');
  return lines;
}

/**
 * Creates an order of the shop in one transaction, with the places and attendees that its status requires. Throws `ticket_unknown`,
 * `insufficient_stock`, `invalid_order_status`.
 */
export async function createOrder(site: Site, draft: OrderDraft, callerId: number): Promise<number> {
  const status = draft.status ?? 'created';
  if (!(orderStatuses as readonly string[]).includes(status)) throw invalid('invalid_order_status', `An order cannot be "${status}".`);
  const id = await site.db.transaction(async (tx) => {
    const lines = await readSoldTickets(tx, draft);
    const moment = now();
    const pricedLines = lines.map(({ ticket, quantity }) => ({ ticket, quantity, price: BigInt(getCurrentPrice(site, ticket).minor) }));
    const total = pricedLines.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n);
    const order = await tx.ticketOrder.create({
      data: {
        provider: 'tc',
        status: 'created',
        hash: createRandomCode(16),
        purchaserName: draft.purchaserName,
        purchaserEmail: draft.purchaserEmail,
        totalMinor: total,
        subtotalMinor: total,
        currency: site.settings.get(currencyCode),
        createdUtc: moment,
        modifiedUtc: moment,
        items: {
          create: pricedLines.map(({ ticket, quantity, price }) => ({
            ticketId: ticket.id,
            quantity,
            priceMinor: price,
            regularPriceMinor: BigInt(ticket.priceMinor),
            subTotalMinor: price * BigInt(quantity),
          })),
        },
        log: { create: { position: 1, status: 'created', at: moment } },
      },
      select: { id: true },
    });
    if (status !== 'created') await updateOrderStatusIn(site, tx, order.id, status, callerId);
    return order.id;
  });
  if (status === 'completed') notifyMailQueued(site);
  return id;
}

const withDetails = { include: { items: { orderBy: { ticketId: 'asc' } }, log: { select: { position: true } } } } as const;

/** An order with its items and the positions of its status log. */
type DetailedOrder = Prisma.TicketOrderGetPayload<typeof withDetails>;

async function addAttendees(site: Site, tx: Tx, order: DetailedOrder, status: string, callerId: number): Promise<void> {
  const holds = holdsPlace(site, 'tc', status);
  for (const { ticketId, quantity, priceMinor } of order.items) {
    const ticket = await readTicket(tx, ticketId);
    if (!ticket) continue;
    if (holds) await takePlaces(tx, ticketId, quantity);
    const moment = now();
    await tx.attendee.createMany({
      data: Array.from({ length: quantity }, () => ({
        ticketId,
        postId: ticket.postId,
        provider: 'tc',
        orderId: order.id,
        orderStatus: status,
        fullName: order.purchaserName,
        email: order.purchaserEmail,
        userId: order.purchaserUserId,
        // the buyer of a manually entered order has not agreed to be listed
        optout: true,
        securityCode: createRandomCode(10),
        pricePaidMinor: priceMinor,
        currency: order.currency,
        holdsPlace: holds,
        source: 'order',
        authorId: callerId,
        searchText: `${foldForSearch(order.purchaserName)} ${order.id}`,
        emailText: order.purchaserEmail.toLowerCase(),
        sortTitle: buildSortTitle(order.purchaserName),
        createdUtc: moment,
        modifiedUtc: moment,
      })),
    });
  }
}

/** True if an order with this status has attendees. */
function needsAttendees(site: Site, status: string): boolean {
  return status === 'completed' || holdsPlace(site, 'tc', status);
}

/**
 * Selects the attendees whose status follows the status of their order. Excludes attendees who were removed individually: they keep the status that
 * the order had then, and stay removed if a canceled order is settled later.
 */
export function buildFollowingAttendees({ id, status }: { id: number; status: string }): Prisma.AttendeeWhereInput {
  return { orderId: id, OR: [{ status: 'publish' }, ...(isCanceledStatus(status) ? [{ orderStatus: status }] : [])] };
}

async function updateAttendees(site: Site, tx: Tx, order: DetailedOrder, status: string, callerId: number): Promise<void> {
  await lockAttendees(tx, { orderId: order.id });
  const attendees = await tx.attendee.findMany({ where: buildFollowingAttendees(order), orderBy: [{ ticketId: 'asc' }, { id: 'asc' }] });
  if (attendees.length === 0) {
    const hasRemovedAttendees = (await tx.attendee.count({ where: { orderId: order.id } })) > 0;
    if (!hasRemovedAttendees && needsAttendees(site, status)) await addAttendees(site, tx, order, status, callerId);
    return;
  }
  const holds = holdsPlace(site, order.provider as Provider, status);
  const isCanceled = isCanceledStatus(status);
  if (isCanceled) await queueCancelledMails(site, tx, attendees as Pick<AttendeeRecord, 'id' | 'provider' | 'orderStatus' | 'status'>[]);
  for (const attendee of attendees) {
    if (holds && !attendee.holdsPlace) await takePlaces(tx, attendee.ticketId, 1);
    if (!holds && attendee.holdsPlace) await releaseTakenPlaces(tx, attendee.ticketId, 1);
  }
  const isSettled = status === 'completed';
  await tx.attendee.updateMany({
    where: { id: { in: attendees.map(({ id }) => id) } },
    data: {
      orderStatus: status,
      holdsPlace: holds,
      status: isCanceled ? 'trash' : 'publish',
      modifiedUtc: now(),
      ...(!isSettled && noCheckIn),
    },
  });
}

/** Locks the tickets of an order, then the order. Returns the ticket IDs. */
export async function lockOrderWithPlaces(tx: Tx, id: number): Promise<number[]> {
  const items = await tx.ticketOrderItem.findMany({ where: { orderId: id }, select: { ticketId: true } });
  const ticketIds = items.map(({ ticketId }) => ticketId);
  await lockPlaces(tx, { ticketIds });
  await lockTicketOrder(tx, id);
  return ticketIds;
}

const validAttendees = `(SELECT a.id FROM attendee a WHERE a.order_id = $1 AND a.status = 'publish' AND a.email <> '')`;
const queueTicketMails = statement('mail_tickets_of_buyers', createQueueMailSql('ticket', validAttendees, '$2', '$3'));

/** Changes the status of an order inside the caller's transaction, like `updateOrderStatus`. Locks its shared stocks and tickets first. */
export async function updateOrderStatusIn(site: Site, tx: Tx, id: number, status: string, callerId: number): Promise<void> {
  const ticketIds = await lockOrderWithPlaces(tx, id);
  const order = await tx.ticketOrder.findUnique({ where: { id }, ...withDetails });
  if (!order) throw notFound('order_not_found', 'There is no such order.');
  if (!canChangeStatus(order.status, status))
    throw invalid('invalid_order_transition', `An order that is "${order.status}" cannot become "${status}".`);
  let position = order.log.length;
  for (const step of findStatusPath(order.status, status)) {
    await updateAttendees(site, tx, order, step, callerId);
    position += 1;
    await tx.ticketOrderStatusLog.create({ data: { orderId: id, position, status: step, at: now() }, select: { position: true } });
  }
  // in a chargeback, the bank has already returned the money
  const isChargedBack = status === 'reversed';
  if (order.status === 'completed' && isCanceledStatus(status) && !isChargedBack) await recordRefundDue(tx, id, 'all');
  await tx.ticketOrder.update({ where: { id }, data: { status, modifiedUtc: now() }, select: { id: true } });
  if (status === 'completed') await executeIn(tx, queueTicketMails, id, getInitialMailStatus(site), now());
  if (isCanceledStatus(status)) await offerReleasedPlaces(site, tx, { ticketIds });
  await issueReceipt(site, tx, id);
  if (isChargedBack) await issueCreditNote(site, tx, id, 'all');
}

/**
 * Changes the status of an order. A sale takes places and creates attendees. A cancellation releases the places and moves the attendees to the trash
 * (docs/behaviour/tickets.md 3), and the paid amount becomes due for refund. Informs the buyer and the holders. Throws `order_not_found`,
 * `invalid_order_transition`, `insufficient_stock` without changing anything.
 */
export async function updateOrderStatus(site: Site, id: number, status: string, callerId: number): Promise<void> {
  await site.db.transaction(async (tx) => {
    const before = await tx.ticketOrder.findUnique({ where: { id }, select: { status: true, checkoutId: true } });
    await updateOrderStatusIn(site, tx, id, status, callerId);
    if (before && isCanceledStatus(status) && !isCanceledStatus(before.status)) await queueOrderMail(site, tx, before.checkoutId);
  });
  notifyMailQueued(site);
}
