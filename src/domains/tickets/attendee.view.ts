import type { AttendeeRecord } from './attendee.record.ts';
import type { Audience } from './audience.ts';

/** An attendee as one audience sees it. */
export interface AttendeeView extends AttendeeRecord {
  audience: Audience;
}

/** Shows an attendee to an audience that may see it. */
export function viewAttendee(attendee: AttendeeRecord, audience: Audience): AttendeeView {
  return { ...attendee, audience };
}
