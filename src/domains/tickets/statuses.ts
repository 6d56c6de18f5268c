import type { Site } from '#app/site.ts';
import type { Provider } from './providers.ts';
import { reservePending, stockHandling } from './tickets.settings.ts';

/** Order statuses of the current shop, in the order of an ordinary sale. */
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

const statusesByProvider: Readonly<Record<Provider, readonly string[]>> = {
  rsvp: ['yes', 'no'],
  'tribe-commerce': ['completed', 'denied', 'not-completed', 'pending-payment', 'refunded', 'reversed', 'undefined'],
  tc: orderStatuses,
};

/** Returns the statuses of attendees of the provider (docs/behaviour/tickets.md 3). */
export function listAttendeeStatuses(provider: Provider): readonly string[] {
  return statusesByProvider[provider];
}

/** Returns the default status of an attendee. */
export function getInitialStatus(provider: Provider): string {
  return provider === 'rsvp' ? 'yes' : 'completed';
}

/** Returns the status of an attendee whose order awaits payment. */
export function getUnpaidStatus(provider: Provider): string {
  return provider === 'tribe-commerce' ? 'pending-payment' : 'pending';
}

/** Statuses of orders that await payment, in both shops. */
export const unpaidStatuses = ['pending', 'pending-payment'] as const;

/** True if an order with the status awaits payment. */
export function isUnpaid(status: string): boolean {
  return (unpaidStatuses as readonly string[]).includes(status);
}

/** True if an attendee with the status may enter. */
export function canEnter(provider: Provider, status: string): boolean {
  return status === (provider === 'rsvp' ? 'yes' : 'completed');
}

/** Statuses that permit entry, of all providers. */
export const entryStatuses = ['yes', 'completed'] as const;

/** Statuses that the public may see; the last three belong to other shops. */
export const publicStatuses = ['yes', 'completed', 'wc-completed', 'publish', 'complete'] as const;

/**
 * True if an attendee with the status holds a place (docs/behaviour/tickets.md 3). In the older shop, a pending payment holds the place only for half
 * an hour.
 */
export function holdsPlace(site: Site, provider: Provider, status: string): boolean {
  if (provider === 'rsvp') return status === 'yes';
  if (status === 'completed') return true;
  if (provider === 'tribe-commerce') return status === 'pending-payment' && site.settings.get(reservePending);
  return site.settings.get(stockHandling) === 'pending' && ['pending', 'approved', 'action-req'].includes(status);
}

const nextStatuses: Readonly<Record<string, readonly string[]>> = {
  pending: ['completed', 'denied', 'refunded', 'voided', 'not-completed', 'approved', 'action-req'],
  approved: ['completed', 'denied', 'refunded', 'voided', 'not-completed'],
  // status of the older shop
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

/** True if an order may change from one status to another. A new order may get any status (docs/behaviour/tickets.md 3). */
export function canChangeStatus(from: string, to: string): boolean {
  return from === 'created' ? from !== to : (nextStatuses[from] ?? []).includes(to);
}

/** Returns the statuses that an order passes through, including the last one: a sale is pending before it is completed. */
export function findStatusPath(from: string, to: string): string[] {
  return from === 'created' && to === 'completed' ? ['pending', 'completed'] : [to];
}

/** True if the status cancels an order: its places become free and its attendees go to the trash. */
export function isCanceledStatus(status: string): boolean {
  return ['not-completed', 'refunded', 'denied', 'voided', 'reversed'].includes(status);
}

/** Returns the category in reports of an order with the status. */
export function getReportedStatus(status: string): 'sold' | 'incomplete' | 'cancelled' | 'refunded' | 'other' {
  if (status === 'completed') return 'sold';
  if (status === 'denied') return 'cancelled';
  if (['refunded', 'reversed', 'voided'].includes(status)) return 'refunded';
  return status === 'undefined' ? 'other' : 'incomplete';
}

/** Time for which a pending payment holds its place, in milliseconds (docs/behaviour/tickets.md 3). */
const PENDING_MS = 30 * 60_000;

/** Returns the time until which an attendee with the status holds the place, counted from a moment, or null if there is no time limit. */
export function computeHoldEnd(provider: string, status: string, from: Date): Date | null {
  return provider === 'tribe-commerce' && status === 'pending-payment' ? new Date(from.getTime() + PENDING_MS) : null;
}
