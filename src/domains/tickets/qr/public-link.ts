import { sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canRead } from '../../content/content.permissions.ts';
import { loadContent } from '../../content/content.reader.ts';
import { isKind } from '../../content/kinds.ts';
import { linkOf } from '../../content/permalinks.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import { tryCheckIn } from '../check-in.service.ts';
import { randomCode } from '../codes.ts';

/** What the link in a QR code carries (tickets.md 6.4). */
export interface CheckInLink {
  attendeeId: number;
  postId: number;
  securityCode: string;
}

/** Address of the post for this reader; that of the front when there is nothing to read for them. */
async function postAddress(site: Site, viewer: Viewer, postId: number): Promise<string> {
  const content = postId > 0 ? await loadContent(site, postId) : null;
  return content && isKind(content.kind) && canRead(viewer, content) ? linkOf(site, content) : `${site.config.siteUrl}/`;
}

/** Page on which staff see and check in the attendees of a post. */
function doorAddress(site: Site, postId: number, query: Record<string, string | number> = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `${site.config.siteUrl}/door/${postId}${search === '' ? '' : `?${search}`}`;
}

/**
 * Follows the link of a QR code and returns where to send its visitor: readers to the post; someone with `edit_posts` to the door page,
 * where the attendee is checked in by then if the code is right. `mayWrite` false (a HEAD) changes nothing.
 */
export async function followCheckInLink(site: Site, viewer: Viewer, link: CheckInLink, mayWrite: boolean): Promise<string> {
  const { attendeeId, postId, securityCode } = link;
  if (!viewer.can('edit_posts') || !mayWrite) return await postAddress(site, viewer, postId);
  const [attendee] = await loadAttendees(site, [attendeeId]);
  const target = { event_id: postId, qr_checked_in: attendeeId };
  const isRight = sameText(attendee?.securityCode ?? randomCode(10), securityCode) && attendee;
  if (!isRight) return doorAddress(site, postId, { ...target, no_security_code_match: 1 });
  const isIn = await tryCheckIn(site, attendee.id, { source: 'app', authorId: viewer.id, byQrCode: true });
  // an attendee who was let in before, or may not enter, is shown as that
  return doorAddress(site, postId, isIn ? target : { ...target, not_checked_in: 1 });
}
