import type { EventRecord } from '../event.record.ts';

/** Name of the custom field by which an event says that it does not take place after all. */
export const STATUS_FIELD = 'event_status';
/** Its value then. */
export const CANCELLED = 'cancelled';

/** Whether the event was called off: it stays visible, so that those who meant to come learn of it. */
export function cancellationOf(event: Pick<EventRecord, 'customFields' | 'status'>): boolean {
  return event.status === 'trash' || event.customFields?.[STATUS_FIELD] === CANCELLED;
}
