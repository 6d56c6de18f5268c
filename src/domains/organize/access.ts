import { Failure, notFound, refused } from '#app/core/failures/failure.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { canEdit } from '#app/domains/content/content.permissions.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { toEditorAudience, type Audience, buildAudience, isManager } from '#app/domains/tickets/audience.ts';
import { loadSellingPosts } from '#app/domains/tickets/ticket.reader.ts';
import type { Site } from '#app/site.ts';

/** True if the capabilities allow organizing events. */
export const canOrganize = (can: (capability: string) => boolean): boolean => can(eventKind.capabilities.edit);

/** Throws `forbidden` unless the viewer may edit events. */
export function checkIsOrganizer(viewer: Viewer): void {
  if (!canOrganize((capability) => viewer.can(capability)))
    throw refused(viewer, 'forbidden', 'Only users who may edit events can organize them.');
}

/** Throws `forbidden` unless the event exists and the viewer may edit it. The failure does not reveal whether the event exists. */
function checkCanEditEvent(viewer: Viewer, event: EventRecord | null): asserts event is EventRecord {
  checkIsOrganizer(viewer);
  if (!event || event.kind !== eventKind.name || !canEdit(viewer, event))
    throw refused(viewer, 'forbidden', 'You may not edit this event.');
}

/** Returns the event if the viewer may edit it. Throws `forbidden` or `event_is_in_trash`. */
export async function getOrganizedEvent(site: Site, viewer: Viewer, id: number): Promise<EventRecord> {
  const [event] = await loadEvents(site, [id]);
  checkCanEditEvent(viewer, event ?? null);
  if (event?.status === 'trash') throw new Failure('event_is_in_trash', 410, 'The event is in the trash.');
  return event as EventRecord;
}

/** Throws `event_is_cancelled` if the event is cancelled. */
export function checkEventNotCancelled(event: EventRecord): void {
  if (isEventCancelled(event)) throw new Failure('event_is_cancelled', 409, 'This event is cancelled.');
}

/** Returns the audience of an organizer, who sees all attendees of their own events and no others. */
export const toOrganizerAudience = (viewer: Viewer): Audience => toEditorAudience(buildAudience(viewer));

const postsOfOrder = statement(
  'posts_of_order',
  `SELECT DISTINCT post_id AS id FROM (
    SELECT t.post_id FROM ticket_order_item i JOIN ticket t ON t.id = i.ticket_id WHERE i.order_id = $1
    UNION ALL SELECT a.post_id FROM attendee a WHERE a.order_id = $1) p WHERE post_id IS NOT NULL`,
  rowShape({ id: 'int' }),
);

/** Throws `forbidden` unless the viewer manages attendees, or may edit all posts with these IDs. The message names `object`. */
async function checkCanEditPosts(site: Site, viewer: Viewer, ids: readonly number[], object: 'order' | 'attendee'): Promise<void> {
  if (isManager(viewer)) return;
  checkIsOrganizer(viewer);
  const posts = await loadSellingPosts(site, ids);
  if (posts.length === 0 || posts.some((post) => !canEdit(viewer, post)))
    throw refused(viewer, 'forbidden', `You may not edit the events of this ${object}.`);
}

/** Throws `forbidden` unless the viewer manages attendees, or may edit all events of the order. */
export async function checkOrganizesOrder(site: Site, viewer: Viewer, orderId: number): Promise<void> {
  const posts = await site.db.rows(postsOfOrder, [orderId]);
  await checkCanEditPosts(
    site,
    viewer,
    posts.map(({ id }) => id),
    'order',
  );
}

/** Throws `forbidden` unless the viewer manages attendees, or may edit the event of the attendee. */
export async function checkOrganizesAttendee(site: Site, viewer: Viewer, attendeeId: number): Promise<void> {
  const attendee = await site.db.prisma.attendee.findUnique({ where: { id: attendeeId }, select: { postId: true } });
  await checkCanEditPosts(site, viewer, attendee?.postId ? [attendee.postId] : [], 'attendee');
  if (!attendee) throw notFound('attendee_not_found', 'There is no such attendee.');
}
