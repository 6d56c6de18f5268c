import type { Provider } from './providers.ts';

/**
 * Mode of a ticket's capacity: `own` = its own places, `global` = the places that tickets of the post share, `capped` = shared places, at most the
 * capacity of the ticket, empty = unlimited.
 */
export type StockMode = 'own' | 'capped' | 'global' | '';

/** Requested capacity of a ticket. Null means that the number was left blank. */
export interface StockInput {
  mode?: StockMode | null | undefined;
  capacity?: number | null | undefined;
  /** Number of places that the `capped` and `global` tickets of the post share. */
  sharedCapacity?: number | null | undefined;
}

/** The resulting mode, capacity (-1 = unlimited), and new shared capacity of the post if it changes. */
export interface StockDecision {
  mode: StockMode;
  capacity: number;
  sharedCapacity: number | null;
}

export const unlimited: StockDecision = Object.freeze({ mode: '', capacity: -1, sharedCapacity: null });

/** True if tickets with this mode use the shared places of their post. */
export function isSharing(mode: string): boolean {
  return mode === 'capped' || mode === 'global';
}

/** Decides the capacity of a ticket (docs/behaviour/tickets.md 2.4). `shared` is the shared capacity of the post, or null if it has none. */
export function decideStock(provider: Provider, input: StockInput, shared: number | null): StockDecision {
  const { capacity = null } = input;
  if (provider === 'rsvp') return capacity === null || capacity < 0 ? unlimited : { mode: 'own', capacity, sharedCapacity: null };
  const mode = input.mode ?? 'own';
  if (mode === '' || (capacity !== null && capacity < 0 && mode !== 'global')) return unlimited;
  if (mode === 'own') return { mode, capacity: capacity ?? 0, sharedCapacity: null };
  const requested = input.sharedCapacity ?? null;
  const newShared = (requested !== null && requested >= 0 ? requested : null) ?? shared ?? Math.max(capacity ?? 0, 0);
  return {
    mode,
    capacity: mode === 'global' ? newShared : Math.min(capacity ?? newShared, newShared),
    sharedCapacity: newShared === shared ? null : newShared,
  };
}

/** Returns the number of unsold places of the ticket's own capacity; 0 if the ticket is unlimited. */
export function computeStock(mode: string, capacity: number, sold: number): number {
  return mode === '' ? 0 : Math.max(capacity - sold, 0);
}

/** Returns the number of free places, within both the ticket's own capacity and the shared one; -1 if unlimited. */
export function computeAvailable(ticket: { manageStock: boolean; stockMode: string; stock: number }, sharedLevel: number): number {
  if (!ticket.manageStock) return -1;
  return isSharing(ticket.stockMode) ? Math.min(Math.max(ticket.stock, 0), sharedLevel) : Math.max(ticket.stock, 0);
}

/** Returns the free capacity in whole percent: 100 if unlimited, 0 without capacity. */
export function computePercentLeft(available: number, capacity: number): number {
  if (available === -1) return 100;
  return capacity <= 0 || available <= 0 ? 0 : Math.floor((available / capacity) * 100);
}

/** Returns `part` as a percentage of `whole`, rounded up, and the remaining percentage. If `whole` is 0, `done` is 100. */
export function computePercents(part: number, whole: number): { done: number; remaining: number } {
  const done = whole === 0 ? 100 : Math.ceil((100 * part) / whole);
  return { done, remaining: 100 - done };
}

/** Maximum number of one ticket in a cart. */
export const MAX_IN_CART = 100;
