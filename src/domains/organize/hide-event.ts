import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { countValidTickets, hidesEvent } from '#app/domains/tickets/valid-tickets.ts';
import type { Site } from '#app/site.ts';

const hasValidTickets = (people: number) =>
  new Failure(
    'event_has_valid_tickets',
    409,
    `This event has ${people} valid tickets. Cancel it with cancelEvent instead, which notifies the ticket holders and refunds payments.`,
  );

/** Throws `event_has_valid_tickets` if the new status hides the event (null = deletes it) while people have valid tickets. */
export async function checkMayHide(
  site: Site,
  event: Pick<ContentRecord, 'id' | 'status'>,
  status: string | null | undefined,
): Promise<void> {
  if (status !== null && !hidesEvent(event.status, status)) return;
  const people = await countValidTickets(site, event.id, now());
  if (people > 0) throw hasValidTickets(people);
}
