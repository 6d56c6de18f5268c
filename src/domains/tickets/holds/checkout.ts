import { runIn, statement } from '#app/core/db/statement.ts';
import { foldForSearch } from '#app/core/text/fold.ts';
import { sortTitleOf } from '../../content/search.rules.ts';
import { now } from '#app/core/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failure.ts';
import { askForMail, mailWaits, stateOfNewMail } from '#app/core/mail/outbox.ts';
import type { Site } from '#app/site.ts';
import { randomCode } from '../codes.ts';
import { ticketGone } from '../failures.ts';
import { lockPlaces } from '../lock-order.ts';
import { givePlaces } from '../places.ts';
import { currentPrice } from '../price.ts';
import { isShop } from '../providers.ts';
import { checkStatus } from '../registration.ts';
import { completedStatuses, firstStatus, heldUntil, holdsPlace, wayTo } from '../statuses.ts';
import { readTicket } from '../ticket.reader.ts';
import type { TicketRecord } from '../ticket.record.ts';
import { currencyCode } from '../tickets.settings.ts';
import { offerFreed } from '../waiting-list/offers.ts';
import { findHold, type HoldKey, type HoldRecord, holdForChange, noHold } from './hold.record.ts';

/** Somebody who gets one of the held places. */
export interface Guest {
  ticketId: number;
  fullName: string;
  email: string;
  optout?: boolean | null | undefined;
  extra?: Readonly<Record<string, unknown>> | null | undefined;
}

/** How a hold becomes attendees. The first guest is the purchaser. */
export interface Checkout {
  guests: readonly Guest[];
  /** Of the attendees, one that their provider knows; its first one unless given. */
  status?: string | null | undefined;
  /** Number of the caller; 0 = nobody is signed in. */
  callerId: number;
}

interface Line {
  ticket: TicketRecord;
  status: string;
  guests: Guest[];
}

async function linesOf(tx: Tx, hold: HoldRecord, { guests, status: wanted }: Checkout): Promise<Line[]> {
  const byTicket = Map.groupBy(guests, ({ ticketId }) => ticketId);
  const lines: Line[] = [];
  for (const [ticketId, of] of [...byTicket].sort(([a], [b]) => a - b)) {
    const held = hold.items.find((item) => item.ticketId === ticketId)?.quantity ?? 0;
    if (of.length > held) throw invalid('hold_too_small', `Only ${held} places of ticket ${ticketId} are held.`);
    const ticket = await readTicket(tx, ticketId);
    if (!ticket?.post || ticket.status === 'trash') throw ticketGone();
    const status = wanted ?? firstStatus(ticket.provider);
    checkStatus(ticket, status);
    lines.push({ ticket, status, guests: of });
  }
  if (lines.length === 0) throw invalid('invalid_arguments', 'At least one guest is needed.');
  return lines;
}

const priceOf = (site: Site, ticket: TicketRecord) => BigInt(currentPrice(site, ticket).minor);

/** One order for all lines of a shop. */
async function addOrder(site: Site, tx: Tx, lines: readonly Line[], purchaser: Guest, userId: number | null): Promise<number> {
  const [{ ticket, status } = {} as Line] = lines;
  const moment = now();
  const items = lines.map(({ ticket: { id, priceMinor }, ticket: sold, guests }) => {
    const price = priceOf(site, sold);
    return {
      ticketId: id,
      quantity: guests.length,
      priceMinor: price,
      regularPriceMinor: BigInt(priceMinor),
      subTotalMinor: price * BigInt(guests.length),
    };
  });
  const total = items.reduce((sum, { subTotalMinor }) => sum + subTotalMinor, 0n);
  const states = ['created', ...(status === 'created' ? [] : wayTo('created', status))];
  const { id } = await tx.ticketOrder.create({
    data: {
      provider: ticket.provider,
      status,
      hash: randomCode(16),
      purchaserUserId: userId,
      purchaserName: purchaser.fullName,
      purchaserEmail: purchaser.email,
      totalMinor: total,
      subtotalMinor: total,
      currency: site.settings.get(currencyCode),
      createdUtc: moment,
      modifiedUtc: moment,
      items: { create: items },
      log: { create: states.map((state, i) => ({ position: i + 1, status: state, at: moment })) },
    },
    select: { id: true },
  });
  return id;
}

function attendeesOf(site: Site, { ticket, status, guests }: Line, orderId: number | null, users: Map<string, number>, callerId: number) {
  const holds = holdsPlace(site, ticket.provider, status);
  const moment = now();
  return guests.map(({ fullName, email, optout, extra }) => ({
    ticketId: ticket.id,
    postId: ticket.postId,
    provider: ticket.provider,
    orderId,
    orderHash: orderId === null ? randomCode(16) : '',
    orderStatus: status,
    fullName,
    email,
    userId: users.get(email.toLowerCase()) ?? null,
    optout: optout ?? ticket.provider !== 'tc',
    securityCode: randomCode(10),
    pricePaidMinor: isShop(ticket.provider) ? priceOf(site, ticket) : null,
    currency: isShop(ticket.provider) ? site.settings.get(currencyCode) : '',
    holdsPlace: holds,
    heldUntil: holds ? heldUntil(ticket.provider, status, moment) : null,
    extra: (extra ?? {}) as object,
    source: 'checkout',
    authorId: callerId,
    searchText: `${foldForSearch(fullName)}${orderId === null ? '' : ` ${orderId}`}`,
    emailText: email.toLowerCase(),
    sortTitle: sortTitleOf(fullName),
    createdUtc: moment,
    modifiedUtc: moment,
  }));
}

async function usersByAddress(tx: Tx, guests: readonly Guest[]): Promise<Map<string, number>> {
  const emails = [...new Set(guests.map(({ email }) => email.toLowerCase()))];
  const rows = await tx.user.findMany({ where: { email: { in: emails } }, select: { id: true, email: true } });
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const entitled = '(SELECT a.id FROM attendee a WHERE a.id = ANY($1::int[]) AND a.order_status = ANY($4::text[]))';
const mailEntitled = statement('mail_tickets_of_entitled', askForMail('ticket', entitled, '$2', '$3'));

/** Whoever may come gets the ticket by mail, as buyers do. */
async function mailTickets(site: Site, tx: Tx, ids: readonly number[]): Promise<void> {
  await runIn(tx, mailEntitled, ids, stateOfNewMail(site), now(), [...completedStatuses]);
}

/** Held places that nobody took, or that the new attendees do not hold, come back. */
async function giveRest(site: Site, tx: Tx, hold: HoldRecord, lines: readonly Line[]): Promise<void> {
  const freed: number[] = [];
  for (const { ticketId, quantity } of hold.items) {
    const line = lines.find(({ ticket }) => ticket.id === ticketId);
    const kept = line && holdsPlace(site, line.ticket.provider, line.status) ? line.guests.length : 0;
    if (kept === quantity) continue;
    await givePlaces(tx, ticketId, quantity - kept);
    freed.push(ticketId);
  }
  if (freed.length > 0) await offerFreed(site, tx, { ticketIds: freed });
}

/**
 * Makes attendees of held places in one transaction: either all of them exist with their orders and the hold is over, or nothing changed. The
 * places stay taken all the time, so nobody can come in between. Answers the numbers of the attendees, in the order of tickets and guests.
 * Throws `hold_not_found` for a hold that is over, `hold_too_small`, `invalid_attendee_status`.
 */
export async function checkOutHold(site: Site, key: HoldKey, checkout: Checkout): Promise<number[]> {
  const known = await findHold(site, key);
  if (!known) throw noHold();
  const attendees = await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: known.items.map(({ ticketId }) => ticketId) });
    const hold = await holdForChange(tx, known.id);
    if (hold.expiresAt <= now()) throw noHold();
    const lines = await linesOf(tx, hold, checkout);
    const users = await usersByAddress(tx, checkout.guests);
    const [purchaser] = checkout.guests as [Guest];
    const orders = new Map<string, number>();
    for (const [provider, sold] of Map.groupBy(lines, ({ ticket }) => ticket.provider)) {
      if (isShop(provider))
        orders.set(provider, await addOrder(site, tx, sold, purchaser, users.get(purchaser.email.toLowerCase()) ?? null));
    }
    const made = await tx.attendee.createManyAndReturn({
      data: lines.flatMap((line) => attendeesOf(site, line, orders.get(line.ticket.provider) ?? null, users, checkout.callerId)),
      select: { id: true },
    });
    await tx.ticketHold.delete({ where: { id: hold.id }, select: { id: true } });
    if (hold.entryId !== null)
      await tx.waitingEntry.updateMany({ where: { id: hold.entryId }, data: { status: 'taken', changedUtc: now() } });
    await giveRest(site, tx, hold, lines);
    const ids = made.map(({ id }) => id);
    await mailTickets(site, tx, ids);
    return ids;
  });
  mailWaits(site);
  return attendees;
}
