import { Failure, invalid } from '#app/core/failures/failure.ts';

/** What decides which discount a code gives. */
export interface Discount {
  /** Hundredths of a percent; 0 where an amount is taken off. */
  percent: number;
  amountMinor: bigint | number;
  currency: string;
  /** Empty = every ticket of the event. */
  ticketIds: readonly number[];
}

const WHOLE = 10_000n;

/**
 * What a discount takes off the price of one ticket, in minor units: never more than the price. The reduced price of one ticket is rounded half
 * up, and nothing is rounded after that, so that sums and refunds are exact.
 */
export function discountOn(price: bigint, { percent, amountMinor }: Pick<Discount, 'percent' | 'amountMinor'>): bigint {
  if (percent === 0) return BigInt(amountMinor) < price ? BigInt(amountMinor) : price;
  const reduced = (price * (WHOLE - BigInt(percent)) + WHOLE / 2n) / WHOLE;
  return price - reduced;
}

/** Codes are compared without blanks around and without regard to case. */
export const keyOfCode = (code: string): string => code.trim().toUpperCase();

/** Whether the discount is for the ticket at all. */
export const isFor = ({ ticketIds }: Pick<Discount, 'ticketIds'>, ticketId: number): boolean =>
  ticketIds.length === 0 || ticketIds.includes(ticketId);

/** No code of these events is written like that. */
export const unknownCode = () => invalid('discount_code_unknown', 'There is no such discount code.');
/** Its time has not come. */
export const notStarted = () => invalid('discount_code_not_started', 'This discount code is not valid yet.');
/** Its time is over, or its organizer ended it. */
export const codeEnded = () => invalid('discount_code_ended', 'This discount code is not valid any more.');
/** It makes nothing of the checkout cheaper. */
export const notApplicable = () => invalid('discount_code_not_applicable', 'This discount code is not for these tickets.');
/** More tickets of one order than it is for. */
export const tooManyTickets = (most: number) =>
  invalid('discount_code_too_many_tickets', `This discount code is for at most ${most} tickets of an order.`, { most });
/** Fewer uses are left than the checkout has tickets. */
export const usedUp = () => new Failure('discount_code_used_up', 409, 'This discount code is used up.');
