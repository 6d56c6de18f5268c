import { isSharing, type StockInput } from '#app/domains/tickets/capacity.rules.ts';
import type { TicketRecord } from '#app/domains/tickets/ticket.record.ts';
import type { ParsedTicket } from './form.rules.ts';

/** Source and number of a ticket's places. */
type TicketPlaces = Pick<ParsedTicket, 'provider' | 'capacity' | 'isShared'>;

/** Returns the input for a ticket's places; undefined = unchanged. `shared` is the number of places that tickets of the event share. Pure. */
export function buildStockInput(
  stored: TicketRecord | null,
  { provider, capacity, isShared }: TicketPlaces,
  shared: number | null,
): StockInput | undefined {
  if (provider === 'tc' && (isShared ?? isSharing(stored?.stockMode ?? ''))) {
    const mode = capacity === null ? 'global' : 'capped';
    const sharedCapacity = shared ?? stored?.post?.sharedCapacity ?? 0;
    const isUnchanged =
      stored?.stockMode === mode && stored.post?.sharedCapacity === sharedCapacity && (mode === 'global' || stored.capacity === capacity);
    return isUnchanged ? undefined : { mode, sharedCapacity, capacity };
  }
  if (capacity === null) return stored?.manageStock ? { mode: '', capacity: -1 } : undefined;
  return stored?.stockMode === 'own' && stored.manageStock && stored.capacity === capacity ? undefined : { mode: 'own', capacity };
}
