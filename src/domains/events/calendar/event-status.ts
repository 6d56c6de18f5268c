import type { EventRecord } from '../event.record.ts';

/** Name of the custom field that marks a cancelled event. */
export const STATUS_FIELD = 'event_status';
/** Value of this custom field if the event is cancelled. */
export const CANCELLED = 'cancelled';

/** True if the event is cancelled or in the trash. A cancelled event stays visible, so that guests notice the cancellation. */
export function isEventCancelled(event: Pick<EventRecord, 'customFields' | 'status'>): boolean {
  return event.status === 'trash' || event.customFields?.[STATUS_FIELD] === CANCELLED;
}
