import { Failure, notFound } from '#app/core/failures/failure.ts';

/** Failure for an unknown token. */
export const checkoutNotFound = () => notFound('checkout_not_found', 'There is no such checkout.');

/** Failure for a checkout whose places are no longer reserved. */
export const checkoutExpired = () =>
  new Failure('checkout_expired', 410, 'The time has expired, and the places are no longer reserved. Please start again.');

/** Failure for a checkout that was canceled before its completion. */
export const checkoutCancelled = () => new Failure('checkout_cancelled', 410, 'This checkout was cancelled. Please start again.');

/** Failure for an unknown order, or for an order page whose checkout is not completed. */
export const orderNotFound = () => notFound('order_not_found', 'There is no such order.');

/** Failure for an unknown attendee ID in an order. */
export const attendeeNotFound = () => notFound('attendee_not_found', 'The order has no attendee with this ID.');

/** Failure for a checkout that is already completed. */
export const checkoutCompleted = () => new Failure('checkout_completed', 409, 'This checkout is completed.');

/** Failure for a ticket that the buyer has transferred. Only its new holder and the organizers may change it. */
export const ticketTransferred = () => new Failure('ticket_transferred', 409, 'This ticket was transferred and is no longer yours.');
