import { executeIn, statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { MAX_IN_CART } from './capacity.rules.ts';
import { isCartHash } from './cart.record.ts';
import { createRandomCode } from './random-code.ts';
import { findCartProvider, getCartName } from './providers.ts';
import { isSaleOpen } from './sale-window.rules.ts';
import { getSaleZone } from './selling-post.ts';
import { readTicket } from './ticket.reader.ts';
import { countPlacesLeft, type TicketRecord } from './ticket.record.ts';

/** Requested quantity of a ticket in a cart. */
export interface CartLineInput {
  ticketId: number;
  /** 0 removes the line. Negative numbers count as positive. */
  quantity: number;
  optout?: boolean | null | undefined;
  /** Mode of individual attendee collection; see `TicketInput`. */
  iac?: string | null | undefined;
  /** Defaults to the provider of the cart. */
  provider?: string | null | undefined;
}

/** Changes of a cart. */
export interface CartChange {
  provider: string;
  /** Null = unchanged. */
  lines: readonly CartLineInput[] | null;
  /** Answers to the questions about attendees, by ticket. Null = unchanged. */
  answers: readonly { ticketId: number; provider?: string | null | undefined; items?: unknown }[] | null;
}

/** Lifetime of a cart after its last change, in seconds. */
export const cartLifetimeSeconds = 24 * 3600;

const CART_LIFETIME_MS = cartLifetimeSeconds * 1000;

function getMaxQuantity(ticket: TicketRecord): number {
  const available = countPlacesLeft(ticket);
  return available === -1 ? MAX_IN_CART : Math.min(available, MAX_IN_CART);
}

function checkBuyable(site: Site, ticket: TicketRecord | null, id: number, quantity: number): TicketRecord {
  if (!ticket?.post || ticket.status === 'trash' || ticket.provider === 'rsvp')
    throw new Failure('ticket_unknown', 500, `Ticket ${id} does not exist or cannot be put into a cart.`);
  const isOnSale = isSaleOpen(ticket, getSaleZone(site, ticket.post), ticket.post.endUtc, now());
  if (!isOnSale || quantity > getMaxQuantity(ticket))
    throw new Failure('ticket_capacity_not_available', 500, `Ticket ${id} is not on sale, or fewer of its places are free.`);
  return ticket;
}

async function setLine(site: Site, tx: Tx, hash: string, provider: string, line: CartLineInput): Promise<void> {
  const quantity = Math.abs(Math.trunc(line.quantity));
  const key = { cartHash: hash, ticketId: line.ticketId };
  if (quantity === 0) {
    await tx.cartItem.deleteMany({ where: key });
    return;
  }
  const ticket = checkBuyable(site, await readTicket(tx, line.ticketId), line.ticketId, quantity);
  const data = {
    provider: findCartProvider(line.provider ?? provider) ?? ticket.provider,
    quantity,
    optout: line.optout ?? false,
    iac: line.iac || 'none',
  };
  await tx.cartItem.upsert({ where: { cartHash_ticketId: key }, create: { ...key, ...data }, update: data, select: { ticketId: true } });
}

async function setAnswers(tx: Tx, hash: string, provider: string, answers: NonNullable<CartChange['answers']>): Promise<void> {
  for (const { ticketId, items, provider: ownProvider } of answers) {
    const key = { cartHash: hash, ticketId };
    if (!(await tx.cartItem.findUnique({ where: { cartHash_ticketId: key }, select: { ticketId: true } }))) continue;
    const data = { provider: ownProvider ?? getCartName(provider), items: (items ?? []) as object };
    await tx.cartMeta.upsert({ where: { cartHash_ticketId: key }, create: { ...key, ...data }, update: data, select: { ticketId: true } });
  }
}

const lockTickets = statement('keep_tickets_of_cart', 'SELECT id FROM ticket WHERE id = ANY($1::int[]) ORDER BY id FOR KEY SHARE');

/** Locks the tickets of a change against deletion, because a deletion also removes their cart lines. */
async function lockTicketsOfChange(tx: Tx, { lines, answers }: CartChange): Promise<void> {
  const ids = [...(lines ?? []), ...(answers ?? [])].map(({ ticketId }) => ticketId);
  await executeIn(tx, lockTickets, ids);
}

/** Locks the caller's cart or creates one. Never creates a cart with a hash that the caller chose. */
async function ensureCart(tx: Tx, hash: string | undefined): Promise<string> {
  const times = { expiresAt: new Date(now().getTime() + CART_LIFETIME_MS), updatedAt: now() };
  if (isCartHash(hash)) {
    const renewed = await tx.cart.updateMany({ where: { hash, expiresAt: { gt: now() } }, data: times });
    if (renewed.count === 1) return hash;
  }
  const newHash = createRandomCode(12);
  await tx.cart.create({ data: { hash: newHash, ...times }, select: { hash: true } });
  return newHash;
}

/**
 * Changes a cart in one transaction. Returns its hash for the cookie, null if the cart became empty and was deleted, or undefined if there was
 * nothing to store. Throws `ticket_unknown`, `ticket_capacity_not_available`.
 */
export async function changeCart(site: Site, hash: string | undefined, change: CartChange): Promise<string | null | undefined> {
  const provider = findCartProvider(change.provider);
  if (provider === null || (change.lines === null && change.answers === null)) return undefined;
  return await site.db.transaction(async (tx) => {
    await lockTicketsOfChange(tx, change);
    const cart = await ensureCart(tx, hash);
    for (const line of change.lines ?? []) if (line.ticketId !== 0) await setLine(site, tx, cart, provider, line);
    if (change.answers) await setAnswers(tx, cart, provider, change.answers);
    if ((await tx.cartItem.count({ where: { cartHash: cart } })) > 0) return cart;
    await tx.cart.delete({ where: { hash: cart }, select: { hash: true } });
    return null;
  });
}

/** Deletes expired carts and returns their number. */
export async function removeOldCarts(site: Site): Promise<number> {
  return (await site.db.prisma.cart.deleteMany({ where: { expiresAt: { lte: now() } } })).count;
}
