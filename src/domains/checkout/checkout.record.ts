import { mapKeyOwners, type KeyOwner, type SiteWithKeys } from '#app/core/secrets/key-owner.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Row } from '#app/core/db/model.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import type { Guest } from '../tickets/holds/sale.ts';
import type { AnswerInput } from './questions/question.rules.ts';
import { checkoutCancelled, checkoutCompleted, checkoutExpired, checkoutNotFound } from './checkout.failures.ts';

/** A guest that the buyer enters for one place. */
export type GuestDraft = Guest & { answers?: readonly AnswerInput[] | null | undefined };

/** A checkout with its lines. */
export type CheckoutRecord = Row<'Checkout'> & { lines: Row<'CheckoutLine'>[] };

/** State of a checkout. An open checkout counts as `expired` after its time, even before its places are released. */
export type CheckoutState = 'open' | 'completed' | 'cancelled' | 'expired';

const withLines = { include: { lines: { orderBy: { ticketId: 'asc' } } } } as const;

/** Returns the keyed hash of a token. Only the hash is stored. */
export const hashCheckoutToken = (site: KeyOwner, token: string): string => createKeyedHash(site, 'checkout', token);

/** Returns the condition that finds a checkout by its token. Previous keys of the site also work. */
export const buildCheckoutTokenCondition = (site: SiteWithKeys, token: string) => ({
  keyHash: { in: mapKeyOwners(site, (owner) => hashCheckoutToken(owner, token)) },
});

/** Returns the current state of a checkout. */
export function getCheckoutState({ state, holdId, expiresAt }: Pick<Row<'Checkout'>, 'state' | 'holdId' | 'expiresAt'>): CheckoutState {
  if (state !== 'open') return state as 'completed' | 'cancelled';
  return holdId === null || expiresAt <= now() ? 'expired' : 'open';
}

/** Throws `checkout_completed`, `checkout_cancelled`, `checkout_expired` for a checkout that can no longer change. */
export function checkCheckoutIsOpen(checkout: Pick<Row<'Checkout'>, 'state' | 'holdId' | 'expiresAt'>): void {
  const state = getCheckoutState(checkout);
  if (state === 'completed') throw checkoutCompleted();
  if (state === 'cancelled') throw checkoutCancelled();
  if (state === 'expired') throw checkoutExpired();
}

/** Returns the whole seconds until the places are released, or 0 if the checkout is not open. */
export function getSecondsLeft(checkout: Pick<Row<'Checkout'>, 'state' | 'holdId' | 'expiresAt'>): number {
  return getCheckoutState(checkout) === 'open' ? Math.floor((checkout.expiresAt.getTime() - now().getTime()) / 1000) : 0;
}

/** Returns the guests that the buyer has named. */
export const getGuests = (checkout: Pick<Row<'Checkout'>, 'guests'>): GuestDraft[] => checkout.guests as unknown as GuestDraft[];

type PricedLine = Pick<Row<'CheckoutLine'>, 'quantity' | 'priceMinor'>;

/** Returns the price of a line in minor units. */
export const computeSubtotal = ({ quantity, priceMinor }: PricedLine): bigint => BigInt(priceMinor) * BigInt(quantity);

/** Returns the total discount of the lines in minor units. */
export const computeDiscount = (lines: readonly Pick<Row<'CheckoutLine'>, 'quantity' | 'discountMinor'>[]): bigint =>
  lines.reduce((sum, { quantity, discountMinor }) => sum + BigInt(discountMinor) * BigInt(quantity), 0n);

/** Returns the total price of the lines in minor units. */
export function computeTotal(lines: readonly PricedLine[]): bigint {
  return lines.reduce((sum, line) => sum + computeSubtotal(line), 0n);
}

/** Returns the checkout with this ID, or null. */
export async function findCheckout(site: Site, id: number): Promise<CheckoutRecord | null> {
  return await site.db.prisma.checkout.findUnique({ where: { id }, ...withLines });
}

/** Reads selected columns and relations of a checkout. Throws `checkout_not_found`. */
export async function readCheckout<const Selection extends Prisma.CheckoutDefaultArgs>(
  site: Site,
  key: { token: string } | { id: number },
  selection: Selection,
): Promise<Prisma.CheckoutGetPayload<Selection>> {
  const where = 'id' in key ? { id: key.id } : buildCheckoutTokenCondition(site, key.token);
  const checkout = await site.db.prisma.checkout.findFirst({ ...selection, where });
  if (!checkout) throw checkoutNotFound();
  return checkout as Prisma.CheckoutGetPayload<Selection>;
}

/** Returns the checkout of a token with its lines. Throws `checkout_not_found`. */
export const getCheckoutByToken = async (site: Site, token: string): Promise<CheckoutRecord> =>
  await readCheckout(site, { token }, withLines);

const lock = statement('lock_checkout', 'SELECT id FROM checkout WHERE id = $1 FOR UPDATE');

/** Locks a checkout until the end of the transaction and returns it. Lock order: tickets, checkout, hold. Throws `checkout_not_found`. */
export async function lockCheckout(tx: Tx, id: number): Promise<CheckoutRecord> {
  await executeIn(tx, lock, id);
  const checkout = await tx.checkout.findUnique({ where: { id }, ...withLines });
  if (!checkout) throw checkoutNotFound();
  return checkout;
}
