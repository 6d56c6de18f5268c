import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import { Failure, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import type { Audience } from '../tickets/audience.ts';
import { mostInCart } from '../tickets/capacity.rules.ts';
import { viewCart } from '../tickets/cart.record.ts';
import { randomCode } from '../tickets/codes.ts';
import type { HoldRecord } from '../tickets/holds/hold.record.ts';
import { holdPlacesIn } from '../tickets/holds/hold.service.ts';
import { currentPrice } from '../tickets/price.ts';
import { isShop } from '../tickets/providers.ts';
import { readTicket } from '../tickets/ticket.reader.ts';
import type { TicketRecord } from '../tickets/ticket.record.ts';
import { currencyCode } from '../tickets/tickets.settings.ts';
import { byToken, tokenHash } from './checkout.record.ts';

/** Who begins a checkout. */
export interface Buyer {
  audience: Audience;
  /** Names who asks, for the number of things one caller may keep and begin: `user 7`, or the network of an address. */
  caller: string;
  /** Language, BCP 47; empty or absent = the site's. */
  locale?: string | null | undefined;
  /** A text of the caller's own, not to be guessed: the same request sent again with it returns the same checkout. */
  requestKey?: string | null | undefined;
}

/** A checkout that began, and what opens it. */
export interface StartedCheckout {
  id: number;
  /** Stored nowhere. */
  token: string;
}

/** The number of checkouts that one caller may begin within an hour: a school or an office behind one address, not a program. */
const PER_HOUR = { limit: 200, lifeMs: 3_600_000 };
const SHORTEST_KEY = 16;
const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Counts what someone begins. Throws 429 `too_many_checkouts` with `retryAfter` in seconds. */
export async function countStart(site: Site, tx: Tx, { audience, caller }: Pick<Buyer, 'audience' | 'caller'>): Promise<void> {
  if (audience.isManager) return;
  const retryAfter = await takeFromBucket(site, tx, `checkouts of ${caller}`, PER_HOUR);
  if (retryAfter !== null) throw new Failure('too_many_checkouts', 429, 'Too many checkouts began here. Please wait.', { retryAfter });
}

/** A language tag as it is stored; what is not one is empty. */
export const localeOf = (locale: string | null | undefined): string => (locale && locale.length <= 35 && LOCALE.test(locale) ? locale : '');

function tokenOf(site: Site, { caller, requestKey }: Buyer): string {
  if (typeof requestKey !== 'string') return randomCode(40);
  if (requestKey.length < SHORTEST_KEY || requestKey.length > 255)
    throw invalidArguments({ requestKey: `A key has ${SHORTEST_KEY} to 255 characters.` });
  return keyedHash(site, 'checkout token', `${caller} ${requestKey}`);
}

const lineOf = (site: Site, ticket: TicketRecord, quantity: number) => ({
  ticketId: ticket.id,
  postId: ticket.postId,
  provider: ticket.provider,
  title: ticket.title,
  quantity,
  priceMinor: isShop(ticket.provider) ? BigInt(currentPrice(site, ticket).minor) : 0n,
  regularPriceMinor: isShop(ticket.provider) ? BigInt(ticket.priceMinor) : 0n,
});

/** Throws `purchase_limit`, `minimum_quantity` where a ticket is sold in other quantities. */
function checkQuantity({ id, minPerOrder, maxPerOrder }: TicketRecord, quantity: number): void {
  if (maxPerOrder !== null && quantity > maxPerOrder)
    throw invalid('purchase_limit', `At most ${maxPerOrder} places of ticket ${id} are had at once.`, { limit: maxPerOrder });
  if (quantity < minPerOrder)
    throw invalid('minimum_quantity', `At least ${minPerOrder} places of ticket ${id} are had at once.`, { limit: minPerOrder });
}

/** Makes a checkout of a hold inside the transaction that made or locked it; returns its number. */
export async function addCheckout(
  site: Site,
  tx: Tx,
  hold: HoldRecord,
  token: string,
  locale: string,
  { hasLimits = false } = {},
): Promise<number> {
  const lines: ReturnType<typeof lineOf>[] = [];
  for (const { ticketId, quantity } of hold.items) {
    const ticket = await readTicket(tx, ticketId);
    if (ticket && hasLimits) checkQuantity(ticket, quantity);
    if (ticket) lines.push(lineOf(site, ticket, quantity));
  }
  const shops = new Set(lines.map(({ provider }) => provider).filter(isShop));
  if (shops.size > 1) throw invalid('several_shops', 'Tickets of different shops are bought one after the other.');
  const moment = now();
  const { id } = await tx.checkout.create({
    data: {
      keyHash: tokenHash(site, token),
      holdId: hold.id,
      expiresAt: hold.expiresAt,
      locale,
      currency: site.settings.get(currencyCode),
      createdUtc: moment,
      changedUtc: moment,
      lines: { create: lines },
    },
    select: { id: true },
  });
  return id;
}

/** Runs what makes a checkout with the token and returns its number, unless there is one: then that is returned. */
export async function onceOnly(site: Site, token: string, isRepeatable: boolean, make: () => Promise<number>): Promise<StartedCheckout> {
  const known = async () =>
    isRepeatable ? await site.db.prisma.checkout.findFirst({ where: byToken(site, token), select: { id: true } }) : null;
  const before = await known();
  if (before) return { ...before, token };
  try {
    return { id: await make(), token };
  } catch (error) {
    // another buyer may have taken the last places
    const mayBeSecond = isUniqueViolation(error, 'checkout_key_hash_key') || error instanceof Failure;
    const first = mayBeSecond ? await known() : null;
    if (!first) throw error;
    return { ...first, token };
  }
}

/**
 * Begins a checkout: keeps the places, all or none, at the prices of the moment. Throws what `holdPlacesIn` throws, `purchase_limit` for more
 * places of one ticket than are sold at once, `minimum_quantity` for fewer, `several_shops`, `too_many_checkouts`.
 */
export async function startCheckout(
  site: Site,
  buyer: Buyer,
  lines: readonly { ticketId: number; quantity: number }[],
): Promise<StartedCheckout> {
  const token = tokenOf(site, buyer);
  if (lines.some(({ quantity }) => quantity > mostInCart))
    throw invalid('purchase_limit', `At most ${mostInCart} places of one ticket are had at once.`, { limit: mostInCart });
  return await onceOnly(site, token, typeof buyer.requestKey === 'string', () =>
    site.db.transaction(async (tx) => {
      await countStart(site, tx, buyer);
      const { hold } = await holdPlacesIn(site, tx, { ...buyer, lines });
      return await addCheckout(site, tx, hold, token, localeOf(buyer.locale), { hasLimits: !buyer.audience.isManager });
    }),
  );
}

/** Begins a checkout of what a cart holds; the cart stays as it is. Throws `cart_empty`, and what `startCheckout` throws. */
export async function startCheckoutFromCart(site: Site, buyer: Buyer, cartHash: string | undefined): Promise<StartedCheckout> {
  const { items } = await viewCart(site, buyer.audience, cartHash, { providers: null });
  if (items.length === 0) throw invalid('cart_empty', 'The cart is empty.');
  return await startCheckout(site, buyer, items);
}
