import { Failure, invalid } from '#app/core/failures/failure.ts';

/** Values that define a discount. */
export interface Discount {
  /** Hundredths of a percent. 0 if the discount is an amount. */
  percent: number;
  /** Amount in minor units of the currency. 0 if the discount is a percentage. */
  amountMinor: bigint | number;
  /** Currency of the amount. Empty if the discount is a percentage. */
  currency: string;
  /** Empty means every ticket of the event. */
  ticketIds: readonly number[];
}

const ONE_HUNDRED_PERCENT = 10_000n;

/**
 * Returns the discount on the price of one ticket, in minor units, at most the price. Only the reduced price of one ticket is rounded (half up), so
 * that sums and refunds are exact.
 */
export function computeUnitDiscount(price: bigint, { percent, amountMinor }: Pick<Discount, 'percent' | 'amountMinor'>): bigint {
  if (percent === 0) return BigInt(amountMinor) < price ? BigInt(amountMinor) : price;
  const reduced = (price * (ONE_HUNDRED_PERCENT - BigInt(percent)) + ONE_HUNDRED_PERCENT / 2n) / ONE_HUNDRED_PERCENT;
  return price - reduced;
}

/** Normalizes a code for comparison: without surrounding spaces, in upper case. */
export const normalizeCode = (code: string): string => code.trim().toUpperCase();

/** True if the discount applies to the ticket. */
export const appliesTo = ({ ticketIds }: Pick<Discount, 'ticketIds'>, ticketId: number): boolean =>
  ticketIds.length === 0 || ticketIds.includes(ticketId);

/** Failure for a code that no event of the checkout has. */
export const codeNotFound = () => invalid('discount_code_unknown', 'There is no such discount code.');
/** Failure for a code that is not valid yet. */
export const codeNotStarted = () => invalid('discount_code_not_started', 'This discount code is not valid yet.');
/** Failure for a code that has ended or was deactivated. */
export const codeEnded = () => invalid('discount_code_ended', 'This discount code is no longer valid.');
/** Failure for a code that reduces no price of the checkout. */
export const codeNotApplicable = () => invalid('discount_code_not_applicable', 'This discount code is not for these tickets.');
/** Failure for more discounted tickets than the code allows per order. */
export const tooManyTickets = (max: number) =>
  invalid('discount_code_too_many_tickets', `This discount code is for at most ${max} tickets of an order.`, { most: max });
/** Failure for a code with fewer remaining uses than tickets in the checkout. */
export const codeUsedUp = () => new Failure('discount_code_used_up', 409, 'This discount code is used up.');
