import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { takeFromBucket } from '#app/core/limits/rate-bucket.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Row } from '#app/core/db/model.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { checkCheckoutIsOpen, lockCheckout, type CheckoutRecord, readCheckout } from '../checkout.record.ts';
import {
  codeEnded,
  computeUnitDiscount,
  appliesTo,
  normalizeCode,
  codeNotApplicable,
  codeNotStarted,
  tooManyTickets,
  codeNotFound,
  codeUsedUp,
} from './discount.rules.ts';

/** Limit of wrong codes per caller and hour. */
const WRONG_CODES = { limit: 30, lifeMs: 3_600_000 };
const MAX_CODE_LENGTH = 50;

type Line = CheckoutRecord['lines'][number];

/** Returns the price of one ticket of a line before any discount. */
const computeFullPrice = ({ priceMinor, discountMinor }: Line): bigint => BigInt(priceMinor) + BigInt(discountMinor);

/** Returns the lines to which a code applies, with the discount on each ticket. */
function computeLineDiscounts({ lines, currency }: CheckoutRecord, code: Row<'DiscountCode'>): { line: Line; discount: bigint }[] {
  if (code.currency !== '' && code.currency !== currency) return [];
  return lines
    .filter(({ ticketId, postId }) => postId === code.eventId && appliesTo(code, ticketId))
    .map((line) => ({ line, discount: computeUnitDiscount(computeFullPrice(line), code) }))
    .filter(({ discount }) => discount > 0n);
}

function checkUsable(code: Row<'DiscountCode'>, discounted: readonly { line: Line }[]): void {
  const at = now();
  if (code.startsAt !== null && at < code.startsAt) throw codeNotStarted();
  if (!code.isActive || (code.endsAt !== null && at >= code.endsAt)) throw codeEnded();
  if (discounted.length === 0) throw codeNotApplicable();
  const tickets = discounted.reduce((sum, { line }) => sum + line.quantity, 0);
  if (code.maxPerOrder !== null && tickets > code.maxPerOrder) throw tooManyTickets(code.maxPerOrder);
  if (code.maxUses !== null && code.usedCount + tickets > code.maxUses) throw codeUsedUp();
}

async function restorePrices(tx: Tx, checkoutId: number, lines: readonly Line[]): Promise<void> {
  for (const line of lines) {
    const { ticketId } = line;
    if (BigInt(line.discountMinor) === 0n) continue;
    await tx.checkoutLine.update({
      where: { checkoutId_ticketId: { checkoutId, ticketId } },
      data: { priceMinor: computeFullPrice(line), discountMinor: 0n },
    });
  }
}

async function changeCheckout(
  site: Site,
  token: string,
  change: (tx: Tx, checkout: CheckoutRecord) => Promise<object>,
): Promise<{ id: number }> {
  const { id } = await readCheckout(site, { token }, { select: { id: true } });
  await site.db.transaction(async (tx) => {
    const checkout = await lockCheckout(tx, id);
    checkCheckoutIsOpen(checkout);
    const data = await change(tx, checkout);
    await tx.checkout.update({ where: { id }, data: { ...data, changedUtc: now() }, select: { id: true } });
  });
  return { id };
}

async function applyCode(tx: Tx, checkout: CheckoutRecord, codeText: string): Promise<object> {
  const eventIds = checkout.lines.flatMap(({ postId }) => postId ?? []);
  const code = await tx.discountCode.findFirst({
    where: { eventId: { in: eventIds }, codeKey: normalizeCode(codeText) },
    orderBy: { id: 'asc' },
  });
  if (!code) throw codeNotFound();
  const discounted = computeLineDiscounts(checkout, code);
  checkUsable(code, discounted);
  await restorePrices(tx, checkout.id, checkout.lines);
  for (const { line, discount } of discounted)
    await tx.checkoutLine.update({
      where: { checkoutId_ticketId: { checkoutId: checkout.id, ticketId: line.ticketId } },
      data: { priceMinor: computeFullPrice(line) - discount, discountMinor: discount },
    });
  return { discountCode: code.code, discountCodeId: code.id };
}

/**
 * Applies a discount code to an open checkout and returns the checkout's ID. Replaces an earlier code. `caller` identifies the caller for the limit
 * of wrong codes. The discounted price is valid while the places are reserved, but the uses of the code are only claimed at completion. Throws
 * `checkout_not_found`, `checkout_expired`, `checkout_cancelled`, `checkout_completed`, `discount_code_…`, `too_many_codes`.
 */
export async function applyDiscountCode(site: Site, token: string, codeText: string, caller: string): Promise<{ id: number }> {
  try {
    if (codeText.trim().length > MAX_CODE_LENGTH) throw codeNotFound();
    return await changeCheckout(site, token, (tx, checkout) => applyCode(tx, checkout, codeText));
  } catch (error) {
    if (error instanceof Failure && error.code === 'discount_code_unknown') await countWrongCode(site, caller);
    throw error;
  }
}

async function countWrongCode(site: Site, caller: string): Promise<void> {
  const retryAfter = await site.db.transaction((tx) => takeFromBucket(site, tx, `discount codes of ${caller}`, WRONG_CODES));
  if (retryAfter !== null) throw new Failure('too_many_codes', 429, 'Too many wrong codes. Please wait.', { retryAfter });
}

/** Removes the discount code of an open checkout and restores the prices. Throws the failures of `applyDiscountCode`. */
export async function removeDiscountCode(site: Site, token: string): Promise<{ id: number }> {
  return await changeCheckout(site, token, async (tx, { id, lines }) => {
    await restorePrices(tx, id, lines);
    return { discountCode: '', discountCodeId: null };
  });
}

const claim = statement(
  'claim_discount_uses',
  `UPDATE discount_code SET used_count = used_count + $2::int WHERE id = $1 AND (max_uses IS NULL OR used_count + $2::int <= max_uses) RETURNING id`,
  rowShape({ id: 'int' }),
);

/**
 * Claims the uses of a checkout's code, inside the transaction that completes it. One conditional update guarantees the limit. A code that was
 * deleted meanwhile still applies. Throws `discount_code_used_up`.
 */
export async function claimDiscount(tx: Tx, { discountCodeId, lines }: CheckoutRecord): Promise<void> {
  const tickets = lines.filter(({ discountMinor }) => BigInt(discountMinor) > 0n).reduce((sum, { quantity }) => sum + quantity, 0);
  if (discountCodeId === null || tickets === 0) return;
  const claimed = await queryIn(tx, claim, discountCodeId, tickets);
  if (claimed.length === 0) throw codeUsedUp();
}

/** True if an event of these lines has discount codes. */
export async function hasUsableDiscountCodes(site: Site, lines: readonly { postId: number | null }[]): Promise<boolean> {
  const eventIds = lines.flatMap(({ postId }) => postId ?? []);
  return (
    (await site.db.prisma.discountCode.findFirst({ where: { eventId: { in: eventIds }, isActive: true }, select: { id: true } })) !== null
  );
}
