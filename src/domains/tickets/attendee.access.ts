import { notFound, Failure } from '#app/core/failures/failure.ts';
import { opens } from '../content/content.access.ts';
import type { Audience } from './audience.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { publicStatuses } from './statuses.ts';

const isPublicStatus = (status: string) => (publicStatuses as readonly string[]).includes(status);

/** Whether everybody may see the attendee (tickets.md 4.2); managers see all. The password of the post may open its list. */
export function maySeeAttendee({ isManager, password }: Audience, { post, status, optout, orderStatus }: AttendeeRecord): boolean {
  if (isManager) return true;
  if (status !== 'publish' || optout || !isPublicStatus(orderStatus)) return false;
  return post !== null && post.status === 'publish' && !post.hidesAttendees && (post.password === '' || opens(post, password));
}

/** Throws what keeps the caller from one attendee: strangers do not learn whether it exists. */
export function checkReadAttendee(audience: Audience, attendee: AttendeeRecord | null): void {
  if (!attendee && audience.isManager) throw notFound('attendee_not_found', 'There is no such attendee.');
  if (!attendee || !maySeeAttendee(audience, attendee)) throw new Failure('attendee_not_accessible', 401, 'You may not see this attendee.');
}
