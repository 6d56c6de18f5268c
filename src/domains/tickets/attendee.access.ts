import { notFound, Failure } from '#app/core/failures/failure.ts';
import { isPasswordCorrect } from '../content/content.access.ts';
import type { Audience } from './audience.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { publicStatuses } from './statuses.ts';

const isPublicStatus = (status: string) => (publicStatuses as readonly string[]).includes(status);

/**
 * True if the audience may see the attendee (docs/behaviour/tickets.md 4.2). Managers see all attendees. A post with a password shows its
 * attendees only to viewers with the password.
 */
export function maySeeAttendee({ isManager, password }: Audience, { post, status, optout, orderStatus }: AttendeeRecord): boolean {
  if (isManager) return true;
  if (status !== 'publish' || optout || !isPublicStatus(orderStatus)) return false;
  return post !== null && post.status === 'publish' && !post.hidesAttendees && (post.password === '' || isPasswordCorrect(post, password));
}

/** Throws unless the audience may see the attendee. The error does not reveal whether the attendee exists. */
export function checkMaySeeAttendee(audience: Audience, attendee: AttendeeRecord | null): void {
  if (!attendee && audience.isManager) throw notFound('attendee_not_found', 'There is no such attendee.');
  if (!attendee || !maySeeAttendee(audience, attendee)) throw new Failure('attendee_not_accessible', 401, 'You may not see this attendee.');
}
