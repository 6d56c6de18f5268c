import { Failure } from '#app/core/failures/failure.ts';

const HOUR_MS = 3_600_000;

/** Until when buyers may cancel an event that begins at the moment; null = there is no limit, `never` = they may not at all. */
export function cancellableUntil(startUtc: Date | null, hoursBefore: number): Date | null | 'never' {
  if (hoursBefore < 0) return 'never';
  return startUtc && new Date(startUtc.getTime() - hoursBefore * HOUR_MS);
}

/** Whether buyers may still cancel at the moment. */
export function isCancellable(until: ReturnType<typeof cancellableUntil>, at: Date): boolean {
  return until !== 'never' && (until === null || at < until);
}

/** It is too late, or was never possible. */
export const cancellationClosed = () =>
  new Failure('cancellation_closed', 403, 'This cannot be cancelled here any more. Please ask the organizers.');

/** Anyone who was let in keeps the place. */
export const alreadyCheckedIn = () => new Failure('already_checked_in', 409, 'This ticket was used already.');

/** What is being paid at this moment cannot change. */
export const paymentUnderWay = () =>
  new Failure('payment_under_way', 409, 'The order is being paid. Please finish that first, or cancel all of it.');

/** The status that an order gets when its buyer cancels it. Whether money goes back is another matter: that is said by its payment. */
export function cancelledStatus(provider: string, status: string): string {
  if (provider !== 'tribe-commerce') return 'voided';
  // the older shop has no word for what is given up
  return status === 'completed' ? 'refunded' : 'not-completed';
}
