import type { Site } from '#app/site.ts';
import type { Provider } from './providers.ts';
import { reservePending, stockHandling } from './tickets.settings.ts';

/** Statuses of an order of the current shop, in the order of an ordinary sale. */
export const orderStatuses = [
  'created',
  'pending',
  'completed',
  'approved',
  'action-req',
  'not-completed',
  'denied',
  'refunded',
  'reversed',
  'voided',
  'undefined',
] as const;

const known: Readonly<Record<Provider, readonly string[]>> = {
  rsvp: ['yes', 'no'],
  'tribe-commerce': ['completed', 'denied', 'not-completed', 'pending-payment', 'refunded', 'reversed', 'undefined'],
  tc: orderStatuses,
};

/** Statuses an attendee of the provider may have (tickets.md 3). */
export function attendeeStatuses(provider: Provider): readonly string[] {
  return known[provider];
}

/** The status of an attendee for whom none is named. */
export function firstStatus(provider: Provider): string {
  return provider === 'rsvp' ? 'yes' : 'completed';
}

/** The status of an attendee whose order waits for its payment. */
export function unpaidStatus(provider: Provider): string {
  return provider === 'tribe-commerce' ? 'pending-payment' : 'pending';
}

/** The statuses of orders that wait for their payment, of both shops. */
export const unpaidStatuses = ['pending', 'pending-payment'] as const;

/** Whether an order of the status waits for its payment. */
export function isUnpaid(status: string): boolean {
  return (unpaidStatuses as readonly string[]).includes(status);
}

/** Whether an attendee of the status may enter. */
export function isCompleted(provider: Provider, status: string): boolean {
  return status === (provider === 'rsvp' ? 'yes' : 'completed');
}

/** The statuses with which someone may enter, of all providers together. */
export const completedStatuses = ['yes', 'completed'] as const;

/** Statuses that the public may know of; the last three are those of shops elsewhere. */
export const publicStatuses = ['yes', 'completed', 'wc-completed', 'publish', 'complete'] as const;

/** Whether an attendee of the status holds a place (tickets.md 3). A pending payment of the older shop does for half an hour only. */
export function holdsPlace(site: Site, provider: Provider, status: string): boolean {
  if (provider === 'rsvp') return status === 'yes';
  if (status === 'completed') return true;
  if (provider === 'tribe-commerce') return status === 'pending-payment' && site.settings.get(reservePending);
  return site.settings.get(stockHandling) === 'pending' && ['pending', 'approved', 'action-req'].includes(status);
}

const next: Readonly<Record<string, readonly string[]>> = {
  pending: ['completed', 'denied', 'refunded', 'voided', 'not-completed', 'approved', 'action-req'],
  approved: ['completed', 'denied', 'refunded', 'voided', 'not-completed'],
  // of the older shop
  'pending-payment': ['completed', 'denied', 'refunded', 'reversed', 'not-completed'],
  'action-req': ['pending', 'completed', 'denied', 'voided', 'not-completed'],
  'not-completed': ['pending', 'completed', 'denied', 'voided'],
  completed: ['refunded', 'voided', 'reversed'],
  refunded: ['refunded'],
  denied: [],
  reversed: [],
  voided: [],
  undefined: orderStatuses,
};

/** Whether an order may go from one status to another; a new one may go anywhere (tickets.md 3). */
export function mayBecome(from: string, to: string): boolean {
  return from === 'created' ? from !== to : (next[from] ?? []).includes(to);
}

/** The statuses an order passes through on its way, the last one included: a sale is pending before it is completed. */
export function wayTo(from: string, to: string): string[] {
  return from === 'created' && to === 'completed' ? ['pending', 'completed'] : [to];
}

/** Whether the status takes an order back: its places become free and its attendees go to the trash. */
export function isTakenBack(status: string): boolean {
  return ['not-completed', 'refunded', 'denied', 'voided', 'reversed'].includes(status);
}

/** How reports count an order. */
export function reportedAs(status: string): 'sold' | 'incomplete' | 'cancelled' | 'refunded' | 'other' {
  if (status === 'completed') return 'sold';
  if (status === 'denied') return 'cancelled';
  if (['refunded', 'reversed', 'voided'].includes(status)) return 'refunded';
  return status === 'undefined' ? 'other' : 'incomplete';
}

/** How long a payment that is under way holds its place, in milliseconds (tickets.md 3). */
const PENDING_MS = 30 * 60_000;

/** Until when an attendee of the status holds its place from a moment on; null = as long as it has the status. */
export function heldUntil(provider: string, status: string, from: Date): Date | null {
  return provider === 'tribe-commerce' && status === 'pending-payment' ? new Date(from.getTime() + PENDING_MS) : null;
}
