import { Failure, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import type { TicketRecord } from './ticket.record.ts';

interface Shortage {
  ticket: Pick<TicketRecord, 'id' | 'title'>;
  requested: number;
  available: number;
}

/** Creates the failure for a request of more places than are free (docs/behaviour/tickets.md 3). */
export function insufficientStock(shortages: readonly Shortage[]): Failure {
  return invalid('insufficient_stock', 'There are not enough places left.', {
    validation_errors: shortages.map(({ ticket, requested, available }) => ({
      ticket_id: ticket.id,
      ticket_name: ticket.title,
      requested,
      available: Math.max(available, 0),
      insufficient: true,
    })),
  });
}

/** Creates the failure for an attendee whose ticket does not exist. */
export function ticketNotFound(): Failure {
  return invalidArguments({ 'draft.ticketId': 'There is no such ticket.' });
}

/** Creates the failure for changes of an attendee that does not exist. Like upstream's error, it has no status. */
export function attendeeNotFound(): Failure {
  return new Failure('invalid_attendee_id', 500, 'There is no such attendee.', { noData: true });
}
