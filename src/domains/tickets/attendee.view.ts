import type { AttendeeRow } from './attendee.record.ts';
import type { Audience } from './audience.ts';

/** An attendee as one audience sees it. */
export interface AttendeeView extends AttendeeRow {
  audience: Audience;
}

/** Shows an attendee to an audience that may see it. */
export function viewAttendee(attendee: AttendeeRow, audience: Audience): AttendeeView {
  return { ...attendee, audience };
}
