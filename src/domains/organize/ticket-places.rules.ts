import { isSharing, type StockInput } from '#app/domains/tickets/capacity.rules.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import type { ReadTicket } from './form.rules.ts';

/** From where a ticket is to take its places, and how many. */
type TicketPlaces = Pick<ReadTicket, 'provider' | 'capacity' | 'shares'>;

/** The places that a form wishes for a ticket; undefined = they stay. `shared` are those that tickets of the event have together. Pure. */
export function stockInput(
  stored: TicketRecord | null,
  { provider, capacity, shares }: TicketPlaces,
  shared: number | null,
): StockInput | undefined {
  if (provider === 'tc' && (shares ?? isSharing(stored?.stockMode ?? ''))) {
    const mode = capacity === null ? 'global' : 'capped';
    const sharedCapacity = shared ?? stored?.post?.sharedCapacity ?? 0;
    const stays =
      stored?.stockMode === mode && stored.post?.sharedCapacity === sharedCapacity && (mode === 'global' || stored.capacity === capacity);
    return stays ? undefined : { mode, sharedCapacity, capacity };
  }
  if (capacity === null) return stored?.manageStock ? { mode: '', capacity: -1 } : undefined;
  return stored?.stockMode === 'own' && stored.manageStock && stored.capacity === capacity ? undefined : { mode: 'own', capacity };
}
