import type { Provider } from './providers.ts';

/** How many there are of a ticket, and from where they are taken. */
export type StockMode = 'own' | 'capped' | 'global' | '';

/** What a caller says about the places of a ticket. Null numbers are blank. */
export interface StockInput {
  mode?: StockMode | null | undefined;
  capacity?: number | null | undefined;
  /** Places that all sharing tickets of the post have together. */
  sharedCapacity?: number | null | undefined;
}

/** The decision: mode, capacity (-1 = unlimited), and the post's shared places where they are to change. */
export interface StockDecision {
  mode: StockMode;
  capacity: number;
  sharedCapacity: number | null;
}

export const unlimited: StockDecision = Object.freeze({ mode: '', capacity: -1, sharedCapacity: null });

/** Whether the mode draws on places that several tickets of a post share. */
export function isSharing(mode: string): boolean {
  return mode === 'capped' || mode === 'global';
}

/** Decides by tickets.md 2.4. `shared` is the post's shared capacity, null while it has none. */
export function decideStock(provider: Provider, wish: StockInput, shared: number | null): StockDecision {
  const { capacity = null } = wish;
  if (provider === 'rsvp') return capacity === null || capacity < 0 ? unlimited : { mode: 'own', capacity, sharedCapacity: null };
  const mode = wish.mode ?? 'own';
  if (mode === '' || (capacity !== null && capacity < 0 && mode !== 'global')) return unlimited;
  if (mode === 'own') return { mode, capacity: capacity ?? 0, sharedCapacity: null };
  const asked = wish.sharedCapacity ?? null;
  const wanted = asked !== null && asked >= 0 ? asked : null;
  const together = wanted ?? shared ?? Math.max(capacity ?? 0, 0);
  return {
    mode,
    capacity: mode === 'global' ? together : Math.min(capacity ?? together, together),
    sharedCapacity: together === shared ? null : together,
  };
}

/** Places left of the ticket's own. */
export function stockOf(mode: string, capacity: number, sold: number): number {
  return mode === '' ? 0 : Math.max(capacity - sold, 0);
}

/** The places a caller may have: of the ticket's own and of the shared ones; -1 = as many as wanted. */
export function availableOf(ticket: { manageStock: boolean; stockMode: string; stock: number }, sharedLevel: number): number {
  if (!ticket.manageStock) return -1;
  return isSharing(ticket.stockMode) ? Math.min(Math.max(ticket.stock, 0), sharedLevel) : Math.max(ticket.stock, 0);
}

/** Whole percents of the capacity that are left: 100 when unlimited, 0 when there is no capacity. */
export function percentLeft(available: number, capacity: number): number {
  if (available === -1) return 100;
  return capacity <= 0 || available <= 0 ? 0 : Math.floor((available / capacity) * 100);
}

/** Percents of a part, rounded up, and of the rest; everything counts as done when there is nobody. */
export function percentsOf(part: number, whole: number): { done: number; left: number } {
  const done = whole === 0 ? 100 : Math.ceil((100 * part) / whole);
  return { done, left: 100 - done };
}

/** Most of one ticket in one cart. */
export const mostInCart = 100;
