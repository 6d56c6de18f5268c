import { acquireAdvisoryLock } from '#app/core/db/lock.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { type Audience, isPasswordMissing, mayReadTicket } from '../audience.ts';
import { MAX_IN_CART } from '../capacity.rules.ts';
import { createRandomCode } from '../random-code.ts';
import { lockPlaces } from '../lock-order.ts';
import { releaseTakenPlaces, takePlaces } from '../places.ts';
import { isSaleOpen } from '../sale-window.rules.ts';
import { getSaleZone } from '../selling-post.ts';
import { readTicket } from '../ticket.reader.ts';
import type { TicketRecord } from '../ticket.record.ts';
import { holdMinutes } from '../tickets.settings.ts';
import { offerReleasedPlaces } from '../waiting-list/offers.ts';
import { findHold, type HoldKey, type HoldRecord, lockHold, holdNotFound, hashHoldToken } from './hold.record.ts';

/**
 * Maximum number of concurrent holds of a caller, and of places in them, so that nobody blocks an event by holding its places. Visitors are counted
 * by IP network. Many visitors of a school or a mobile network may share an IP address, and hold one or two places each.
 */
const MAX_HOLDS_OF_CALLER = 40;
const MAX_PLACES_OF_CALLER = 100;
const MINUTE_MS = 60_000;
/** Minutes of a hold by a manager on a site where the public may not hold places. */
const MANAGER_MINUTES = 15;

/** Returns the ticket if the caller may buy it now. Managers may do so at any time. Throws `ticket_not_found`, `ticket_not_on_sale`. */
export function checkOnSale(site: Site, audience: Audience, id: number, ticket: TicketRecord | null): TicketRecord {
  if (!ticket?.post || ticket.status === 'trash' || !mayReadTicket(audience, ticket) || isPasswordMissing(audience, ticket.post))
    throw notFound('ticket_not_found', `There is no ticket ${id}.`);
  if (!audience.isManager && !isSaleOpen(ticket, getSaleZone(site, ticket.post), ticket.post.endUtc, now()))
    throw invalid('ticket_not_on_sale', `Ticket ${id} is not on sale at the moment.`);
  return ticket;
}

/** Returns the requested number of places by ticket ID, in locking order. Throws `invalid_arguments`. */
function sumQuantities(lines: readonly { ticketId: number; quantity: number }[]): Map<number, number> {
  const requested = new Map<number, number>();
  for (const { ticketId, quantity } of lines) {
    if (!(quantity > 0)) throw invalid('invalid_arguments', 'A quantity is at least 1.');
    requested.set(ticketId, (requested.get(ticketId) ?? 0) + quantity);
  }
  if (requested.size === 0 || requested.size > 20) throw invalid('invalid_arguments', 'A hold has 1 to 20 different tickets.');
  for (const quantity of requested.values())
    if (quantity > MAX_IN_CART) throw invalid('invalid_arguments', `A hold has at most ${MAX_IN_CART} places of one ticket.`);
  return new Map([...requested].sort(([a], [b]) => a - b));
}

async function checkLimit(tx: Tx, callerHash: string, requested: number): Promise<void> {
  // serializes the requests of a caller, so that concurrent requests cannot exceed the limit
  await acquireAdvisoryLock(tx, callerHash);
  const open = await tx.ticketHold.findMany({
    where: { callerHash, entryId: null, expiresAt: { gt: now() } },
    select: { items: { select: { quantity: true } } },
  });
  const places = open.flatMap(({ items }) => items).reduce((sum, { quantity }) => sum + quantity, requested);
  if (open.length >= MAX_HOLDS_OF_CALLER || places > MAX_PLACES_OF_CALLER)
    throw new Failure('too_many_holds', 429, 'You hold too many places. Release some first.');
}

/** Places to hold, and the caller who holds them. */
export interface HoldOptions {
  audience: Audience;
  /** Identifies the caller for the limits. */
  caller: string;
  lines: readonly { ticketId: number; quantity: number }[];
}

/**
 * Holds places inside the caller's transaction, all or none, with the same conditional updates as registrations. Returns the hold and its token,
 * which is not stored. Throws `ticket_not_found`, `ticket_not_on_sale`, `holds_not_offered`, `too_many_holds`, `insufficient_stock`.
 */
export async function holdPlacesIn(
  site: Site,
  tx: Tx,
  { audience, caller, lines }: HoldOptions,
): Promise<{ hold: HoldRecord; token: string }> {
  const requested = sumQuantities(lines);
  const minutes = site.settings.get(holdMinutes) || (audience.isManager ? MANAGER_MINUTES : 0);
  if (minutes === 0) throw new Failure('holds_not_offered', 403, 'This site does not hold places during a checkout.');
  const token = createRandomCode(24);
  const callerHash = createKeyedHash(site, 'ticket hold caller', caller);
  const moment = now();
  if (!audience.isManager)
    await checkLimit(
      tx,
      callerHash,
      [...requested.values()].reduce((sum, quantity) => sum + quantity, 0),
    );
  await lockPlaces(tx, { ticketIds: [...requested.keys()] });
  for (const [ticketId, quantity] of requested) {
    checkOnSale(site, audience, ticketId, await readTicket(tx, ticketId));
    if ((await takePlaces(tx, ticketId, quantity)) === 'gone') throw notFound('ticket_not_found', `There is no ticket ${ticketId}.`);
  }
  const hold = await tx.ticketHold.create({
    data: {
      keyHash: hashHoldToken(site, token),
      callerHash,
      createdUtc: moment,
      expiresAt: new Date(moment.getTime() + minutes * MINUTE_MS),
      items: { create: [...requested].map(([ticketId, quantity]) => ({ ticketId, quantity })) },
    },
    include: { items: { orderBy: { ticketId: 'asc' } } },
  });
  return { hold, token };
}

/** Holds places like `holdPlacesIn`, in a transaction of its own. */
export async function holdPlaces(site: Site, options: HoldOptions): Promise<{ hold: HoldRecord; token: string }> {
  return await site.db.transaction((tx) => holdPlacesIn(site, tx, options));
}

/**
 * Ends a hold inside the caller's transaction: releases its places, and offers them to the waiting list. If the hold is an offer to a waiting list
 * entry, the entry gets the status `entryStatus`.
 */
export async function endHold(site: Site, tx: Tx, hold: HoldRecord, entryStatus: 'expired' | 'left'): Promise<void> {
  for (const { ticketId, quantity } of hold.items) await releaseTakenPlaces(tx, ticketId, quantity);
  await tx.ticketHold.delete({ where: { id: hold.id }, select: { id: true } });
  if (hold.entryId !== null)
    await tx.waitingEntry.updateMany({ where: { id: hold.entryId }, data: { status: entryStatus, changedUtc: now() } });
  await offerReleasedPlaces(site, tx, { ticketIds: hold.items.map(({ ticketId }) => ticketId) });
}

/** Ends a hold early. Throws `hold_not_found`. */
export async function releaseHold(site: Site, key: HoldKey): Promise<void> {
  const hold = await findHold(site, key);
  if (!hold) throw holdNotFound();
  await site.db.transaction(async (tx) => {
    await lockPlaces(tx, { ticketIds: hold.items.map(({ ticketId }) => ticketId) });
    await endHold(site, tx, await lockHold(tx, hold.id), 'left');
  });
}
