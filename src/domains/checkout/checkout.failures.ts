import { Failure, notFound } from '#app/core/failures/failure.ts';

/** No checkout has the token. */
export const noCheckout = () => notFound('checkout_not_found', 'There is no such checkout.');

/** The places of the checkout are not kept any more. */
export const expired = () =>
  new Failure('checkout_expired', 410, 'The time is over: the places are not kept any more. Please start again.');

/** The checkout was ended before it was completed. */
export const cancelled = () => new Failure('checkout_cancelled', 410, 'This checkout was cancelled. Please start again.');

/** No checkout was completed under the address. */
export const noOrder = () => notFound('order_not_found', 'There is no such order.');

/** Nobody of the order has the number. */
export const noAttendee = () => notFound('attendee_not_found', 'Nobody of this order has this number.');

/** What is done already. */
export const completed = () => new Failure('checkout_completed', 409, 'This checkout is completed.');

/** The buyer transferred the ticket: only its new holder and the organizers have it now. */
export const ticketTransferred = () => new Failure('ticket_transferred', 409, 'This ticket was transferred: it is not yours any more.');
