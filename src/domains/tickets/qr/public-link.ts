import { areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canRead } from '../../content/content.permissions.ts';
import { loadContent } from '../../content/content.reader.ts';
import { isKind } from '../../content/kinds.ts';
import { buildPermalink } from '../../content/permalinks.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import { tryCheckIn } from '../check-in.service.ts';
import { createRandomCode } from '../random-code.ts';

/** Data of the link in a QR code (docs/behaviour/tickets.md 6.4). */
export interface CheckInLink {
  attendeeId: number;
  postId: number;
  securityCode: string;
}

/** Returns the URL of the post, or of the front page if the viewer may not see the post. */
async function findPostUrl(site: Site, viewer: Viewer, postId: number): Promise<string> {
  const content = postId > 0 ? await loadContent(site, postId) : null;
  return content && isKind(content.kind) && canRead(viewer, content) ? buildPermalink(site, content) : `${site.config.siteUrl}/`;
}

/** Returns the URL of the door page, where staff check in the attendees of a post. */
function buildDoorUrl(site: Site, postId: number, query: Record<string, string | number> = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `${site.config.siteUrl}/door/${postId}${search === '' ? '' : `?${search}`}`;
}

/**
 * Handles the link of a QR code and returns the URL to redirect to. Visitors go to the post. For users with `edit_posts`, a valid code checks the
 * attendee in, and they go to the door page. `mayWrite` is false for HEAD requests, which change nothing.
 */
export async function followCheckInLink(site: Site, viewer: Viewer, link: CheckInLink, mayWrite: boolean): Promise<string> {
  const { attendeeId, postId, securityCode } = link;
  if (!viewer.can('edit_posts') || !mayWrite) return await findPostUrl(site, viewer, postId);
  const [attendee] = await loadAttendees(site, [attendeeId]);
  const target = { event_id: postId, qr_checked_in: attendeeId };
  const isValid = areEqualInConstantTime(attendee?.securityCode ?? createRandomCode(10), securityCode) && attendee;
  if (!isValid) return buildDoorUrl(site, postId, { ...target, no_security_code_match: 1 });
  const isCheckedIn = await tryCheckIn(site, attendee.id, { source: 'app', authorId: viewer.id, byQrCode: true });
  // the door page shows why the check-in failed
  return buildDoorUrl(site, postId, isCheckedIn ? target : { ...target, not_checked_in: 1 });
}
