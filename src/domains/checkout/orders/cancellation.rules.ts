import { Failure } from '#app/core/failures/failure.ts';

const HOUR_MS = 3_600_000;

/**
 * Returns the deadline until which buyers may cancel tickets of an event. Null means no deadline. `never` means that buyers may not cancel at all.
 */
export function computeCancellationDeadline(startUtc: Date | null, hoursBefore: number): Date | null | 'never' {
  if (hoursBefore < 0) return 'never';
  return startUtc && new Date(startUtc.getTime() - hoursBefore * HOUR_MS);
}

/** True if buyers may cancel at the given time. */
export function isCancellable(deadline: ReturnType<typeof computeCancellationDeadline>, at: Date): boolean {
  return deadline !== 'never' && (deadline === null || at < deadline);
}

/** Failure for a cancellation that is too late or not allowed at all. */
export const cancellationClosed = () =>
  new Failure('cancellation_closed', 403, 'This can no longer be cancelled here. Please ask the organizers.');

/** Failure for canceling a ticket that was checked in. */
export const alreadyCheckedIn = () => new Failure('already_checked_in', 409, 'This ticket was already used.');

/** Failure for changing an order during its payment. */
export const paymentUnderWay = () =>
  new Failure('payment_under_way', 409, 'The order is being paid. Please finish the payment first, or cancel the whole order.');

/** Returns the status of an order that its buyer cancels. The payment stores refunds separately. */
export function getCancelledStatus(provider: string, status: string): string {
  if (provider !== 'tribe-commerce') return 'voided';
  // the older shop has no status for canceled orders
  return status === 'completed' ? 'refunded' : 'not-completed';
}
