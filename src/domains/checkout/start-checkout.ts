import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isUniqueViolation } from '#app/core/db/errors.ts';
import { Failure, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import type { Audience } from '../tickets/audience.ts';
import { MAX_IN_CART } from '../tickets/capacity.rules.ts';
import { viewCart } from '../tickets/cart.record.ts';
import { createRandomCode } from '../tickets/random-code.ts';
import type { HoldRecord } from '../tickets/holds/hold.record.ts';
import { holdPlacesIn } from '../tickets/holds/hold.service.ts';
import { getCurrentPrice } from '../tickets/price.ts';
import { isShop } from '../tickets/providers.ts';
import { readTicket } from '../tickets/ticket.reader.ts';
import type { TicketRecord } from '../tickets/ticket.record.ts';
import { currencyCode } from '../tickets/tickets.settings.ts';
import { buildCheckoutTokenCondition, hashCheckoutToken } from './checkout.record.ts';

/** The user or visitor who starts a checkout. */
export interface CheckoutCaller {
  audience: Audience;
  /** Identifies the caller for rate limits: `user 7`, or the network of an IP address. */
  caller: string;
  /** BCP 47 language tag. The site's language if empty or absent. */
  locale?: string | null | undefined;
  /** Random key of the client. A repeated request with the same key returns the same checkout. */
  requestKey?: string | null | undefined;
}

/** A new checkout with its token. */
export interface StartCheckoutResult {
  id: number;
  /** Only its hash is stored. */
  token: string;
}

/** Limit of checkouts per caller and hour. High enough for a school or an office with one IP address. */
const PER_HOUR = { limit: 200, lifeMs: 3_600_000 };
const MIN_KEY_LENGTH = 16;
const LOCALE_FORMAT = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Counts a new checkout of the caller. Throws 429 `too_many_checkouts` with `retryAfter` in seconds. */
export async function countCheckoutStart(
  site: Site,
  tx: Tx,
  { audience, caller }: Pick<CheckoutCaller, 'audience' | 'caller'>,
): Promise<void> {
  if (audience.isManager) return;
  const retryAfter = await takeFromBucket(site, tx, `checkouts of ${caller}`, PER_HOUR);
  if (retryAfter !== null) throw new Failure('too_many_checkouts', 429, 'Too many checkouts were started. Please wait.', { retryAfter });
}

/** Returns the language tag if it is valid, or else an empty string. */
export const normalizeLocale = (locale: string | null | undefined): string =>
  locale && locale.length <= 35 && LOCALE_FORMAT.test(locale) ? locale : '';

/** Returns the token of a new checkout: the same one for the same caller and request key, otherwise a random one. Throws `invalid_arguments`. */
export function createCheckoutToken(site: Site, { caller, requestKey }: Pick<CheckoutCaller, 'caller' | 'requestKey'>): string {
  if (typeof requestKey !== 'string') return createRandomCode(40);
  if (requestKey.length < MIN_KEY_LENGTH || requestKey.length > 255)
    throw invalidArguments({ requestKey: `A key has ${MIN_KEY_LENGTH} to 255 characters.` });
  return createKeyedHash(site, 'checkout token', `${caller} ${requestKey}`);
}

const buildLine = (site: Site, ticket: TicketRecord, quantity: number) => ({
  ticketId: ticket.id,
  postId: ticket.postId,
  provider: ticket.provider,
  title: ticket.title,
  quantity,
  priceMinor: isShop(ticket.provider) ? BigInt(getCurrentPrice(site, ticket).minor) : 0n,
  regularPriceMinor: isShop(ticket.provider) ? BigInt(ticket.priceMinor) : 0n,
});

/** Throws `purchase_limit` or `minimum_quantity` for a quantity outside the limits of the ticket. */
function checkQuantity({ id, minPerOrder, maxPerOrder }: TicketRecord, quantity: number): void {
  if (maxPerOrder !== null && quantity > maxPerOrder)
    throw invalid('purchase_limit', `Choose at most ${maxPerOrder} places of ticket ${id}.`, { limit: maxPerOrder });
  if (quantity < minPerOrder)
    throw invalid('minimum_quantity', `Choose at least ${minPerOrder} places of ticket ${id}.`, { limit: minPerOrder });
}

/**
 * Creates a checkout for a hold, inside the transaction that created or locked the hold. Returns its ID. With `checksLimits`, checks the minimum and
 * maximum quantities of the tickets.
 */
export async function createCheckoutIn(
  site: Site,
  tx: Tx,
  hold: HoldRecord,
  token: string,
  locale: string,
  { checksLimits = false } = {},
): Promise<number> {
  const lines: ReturnType<typeof buildLine>[] = [];
  for (const { ticketId, quantity } of hold.items) {
    const ticket = await readTicket(tx, ticketId);
    if (ticket && checksLimits) checkQuantity(ticket, quantity);
    if (ticket) lines.push(buildLine(site, ticket, quantity));
  }
  const shops = new Set(lines.map(({ provider }) => provider).filter(isShop));
  if (shops.size > 1) throw invalid('several_shops', 'Tickets of different shops cannot be bought in one checkout.');
  const moment = now();
  const { id } = await tx.checkout.create({
    data: {
      keyHash: hashCheckoutToken(site, token),
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

/** Returns the checkout with the token if `isRepeatable` is true and the checkout exists. Otherwise, creates one with `create`. */
export async function findOrCreateCheckout(
  site: Site,
  token: string,
  isRepeatable: boolean,
  create: () => Promise<number>,
): Promise<StartCheckoutResult> {
  const find = async () =>
    isRepeatable
      ? await site.db.prisma.checkout.findFirst({ where: buildCheckoutTokenCondition(site, token), select: { id: true } })
      : null;
  const existing = await find();
  if (existing) return { ...existing, token };
  try {
    return { id: await create(), token };
  } catch (error) {
    // a concurrent request may have created the checkout or taken the last places
    const mayBeConcurrent = isUniqueViolation(error, 'checkout_key_hash_key') || error instanceof Failure;
    const other = mayBeConcurrent ? await find() : null;
    if (!other) throw error;
    return { ...other, token };
  }
}

/**
 * Starts a checkout and reserves all places at the current prices, or none. Throws the failures of `holdPlacesIn`, `purchase_limit` above
 * the maximum quantity of a ticket, `minimum_quantity` below its minimum, `several_shops`, `too_many_checkouts`.
 */
export async function startCheckout(
  site: Site,
  buyer: CheckoutCaller,
  lines: readonly { ticketId: number; quantity: number }[],
): Promise<StartCheckoutResult> {
  const token = createCheckoutToken(site, buyer);
  if (lines.some(({ quantity }) => quantity > MAX_IN_CART))
    throw invalid('purchase_limit', `Choose at most ${MAX_IN_CART} places of one ticket.`, { limit: MAX_IN_CART });
  return await findOrCreateCheckout(site, token, typeof buyer.requestKey === 'string', () =>
    site.db.transaction(async (tx) => {
      await countCheckoutStart(site, tx, buyer);
      const { hold } = await holdPlacesIn(site, tx, { ...buyer, lines });
      return await createCheckoutIn(site, tx, hold, token, normalizeLocale(buyer.locale), { checksLimits: !buyer.audience.isManager });
    }),
  );
}

/** Starts a checkout with the items of a cart, which stays unchanged. Throws `cart_empty` and the failures of `startCheckout`. */
export async function startCheckoutFromCart(site: Site, buyer: CheckoutCaller, cartHash: string | undefined): Promise<StartCheckoutResult> {
  const { items } = await viewCart(site, buyer.audience, cartHash, { providers: null });
  if (items.length === 0) throw invalid('cart_empty', 'The cart is empty.');
  return await startCheckout(site, buyer, items);
}
