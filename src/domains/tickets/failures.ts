import { Failure, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import type { TicketRecord } from './ticket.record.ts';

interface Shortage {
  ticket: Pick<TicketRecord, 'id' | 'title'>;
  requested: number;
  available: number;
}

/** No place is left (tickets.md 3). */
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

/** The ticket that an attendee is to have is not there. */
export function ticketGone(argument = 'draft.ticketId'): Failure {
  return invalidArguments({ [argument]: 'There is no such ticket.' });
}

/** Nothing of an attendee may be written before there is one: upstream's error without a status. */
export function unknownAttendee(): Failure {
  return new Failure('invalid_attendee_id', 500, 'There is no such attendee.', { noData: true });
}
