import type { PublishedFailures } from '#app/rest/table.ts';

/** Published codes of ticketing failures. */
export const failures: PublishedFailures = {
  cannot_write_tickets: 'forbidden',
  attendee_not_accessible: 'attendee-not-accessible',
  attendee_not_found: 'attendee-not-found',
  attendee_update_failed: 'attendee-update-failed',
  invalid_attendee_id: 'invalid-attendee-id',
  invalid_attendee_provider: 'invalid-attendee-provider',
  invalid_attendee_status: 'invalid-attendee-status',
  invalid_page_number: 'invalid-page-number',
  post_has_no_tickets: 'post-has-no-tickets',
  post_not_found: 'post-not-found',
  attendee_already_checked_in: 'tec-et-attendee-already-checked-in',
  check_in_refused: 'tec-et-attendee-invalid-check-in',
  insufficient_stock: 'tec-tc-insufficient-stock',
  price_invalid: 'tec-tickets-rest-invalid_price',
  ticket_capacity_not_available: 'ticket-capacity-not-available',
  ticket_unknown: 'ticket-does-not-exist',
  // the code is also the message (docs/behaviour/tickets.md 2.2)
  ticket_not_accessible: { code: 'ticket-not-accessible', message: 'ticket-not-accessible' },
  ticket_not_found: { code: 'ticket-not-found', message: 'ticket-not-found' },
};
