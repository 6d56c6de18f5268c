import type { EventInput } from '#app/domains/events/inputs.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import type { ReadForm, ReadTicket } from '../form.rules.ts';
import { stockInput } from '../ticket-places.rules.ts';
import type { SeriesChanges, SeriesTicket } from './series.service.ts';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the members that differ from another object. */
function differing<T extends object>(before: T, after: T): Partial<T> {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => after[name] !== undefined && !isSame(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<T>;
}

const times = ['start', 'end', 'allDay', 'timezone'] as const;

/** Returns the changes of an event. Its times change together. */
function eventChanges(before: EventInput, after: EventInput): EventInput {
  const changes = differing(before, after);
  const { start, end, allDay, timezone } = after;
  return times.some((name) => name in changes) ? { ...changes, start, end, allDay, timezone } : changes;
}

function ticketChanges(before: ReadForm, after: ReadForm, ticket: ReadTicket): SeriesTicket | null {
  const { id, provider, input, capacity, shares } = ticket;
  const stock: SeriesTicket['stock'] = (stored) => stockInput(stored, ticket, after.sharedCapacity);
  if (id === 0) return { id: null, provider, changes: input, stock };
  const stored = before.tickets.find((one) => one.id === id);
  if (!stored) return null;
  const changes = differing<TicketInput>(stored.input, input);
  const isMoved = !isSame([stored.capacity, stored.shares], [capacity, shares ?? stored.shares]);
  const hasPlaces = isMoved || (stored.shares === true && before.sharedCapacity !== after.sharedCapacity);
  if (Object.keys(changes).length === 0 && !hasPlaces) return null;
  return { id, provider, changes, stock: hasPlaces ? stock : () => undefined };
}

/** Returns the changes in a form. Unchanged values stay as they are on the other events of a series. Pure. */
export function changesBetween(before: ReadForm, after: ReadForm): SeriesChanges {
  return {
    event: eventChanges(before.event, after.event),
    tickets: after.tickets.flatMap((ticket) => ticketChanges(before, after, ticket) ?? []),
  };
}
