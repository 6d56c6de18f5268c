import type { EventInput } from '#app/domains/events/inputs.ts';
import type { TicketInput } from '#app/domains/tickets/ticket.input.ts';
import type { ParsedForm, ParsedTicket } from '../form.rules.ts';
import { buildStockInput } from '../ticket-places.rules.ts';
import type { SeriesChanges, SeriesTicketChange } from './series.service.ts';

const isSame = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other);

/** Returns the defined members of `after` that differ from `before`. */
function pickChanged<T extends object>(before: T, after: T): Partial<T> {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => after[name] !== undefined && !isSame(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name]])) as Partial<T>;
}

const times = ['start', 'end', 'allDay', 'timezone'] as const;

/** Returns the changes of an event. Its times change together. */
function findEventChanges(before: EventInput, after: EventInput): EventInput {
  const changes = pickChanged(before, after);
  const { start, end, allDay, timezone } = after;
  return times.some((name) => name in changes) ? { ...changes, start, end, allDay, timezone } : changes;
}

function findTicketChanges(before: ParsedForm, after: ParsedForm, ticket: ParsedTicket): SeriesTicketChange | null {
  const { id, provider, input, capacity, isShared } = ticket;
  const stock: SeriesTicketChange['stock'] = (stored) => buildStockInput(stored, ticket, after.sharedCapacity);
  if (id === 0) return { id: null, provider, changes: input, stock };
  const stored = before.tickets.find((candidate) => candidate.id === id);
  if (!stored) return null;
  const changes = pickChanged<TicketInput>(stored.input, input);
  const hasNewPlaces = !isSame([stored.capacity, stored.isShared], [capacity, isShared ?? stored.isShared]);
  const changesPlaces = hasNewPlaces || (stored.isShared === true && before.sharedCapacity !== after.sharedCapacity);
  if (Object.keys(changes).length === 0 && !changesPlaces) return null;
  return { id, provider, changes, stock: changesPlaces ? stock : () => undefined };
}

/** Returns the changes in a form. Unchanged values stay as they are on the other events of a series. Pure. */
export function findFormChanges(before: ParsedForm, after: ParsedForm): SeriesChanges {
  return {
    event: findEventChanges(before.event, after.event),
    tickets: after.tickets.flatMap((ticket) => findTicketChanges(before, after, ticket) ?? []),
  };
}
