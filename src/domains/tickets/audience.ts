import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { managesAttendees } from '../events/attendance.ts';
import { opens } from '../content/content.access.ts';
import { canEdit, canRead } from '../content/content.permissions.ts';
import { isKind, kindOf } from '../content/kinds.ts';
import type { Site } from '#app/site.ts';
import type { SellingPost } from './selling-post.ts';
import type { TicketRecord } from './ticket.record.ts';
import { qrApiKey } from './tickets.settings.ts';

/** Who reads tickets and attendees in one request, and with what they came. */
export interface Audience {
  viewer: Viewer;
  /** May see and write everything about attendees (tickets.md 1.1). */
  isManager: boolean;
  /** Manages the attendees of this content only because they may edit it: codes and addresses that let attendees in are not theirs. */
  isEditor?: boolean;
  /** Password of a post, as given. */
  password: string;
}

/** Whether the key is the site's; takes the same time whatever was tried. */
export function isQrKey(site: Site, key: string | null | undefined): boolean {
  const stored = site.settings.get(qrApiKey);
  const same = sameText(keyedHash(site, 'qr key', key ?? ''), keyedHash(site, 'qr key', stored));
  return same && stored !== '';
}

/** Whether the caller manages attendees by capability. */
export function isManager(viewer: Viewer): boolean {
  return managesAttendees((capability) => viewer.can(capability));
}

/** The audience of a request; `hasKey` = the key of the check-in app came with it, which makes a manager of anyone. */
export function audienceOf(viewer: Viewer, came: { hasKey?: boolean; password?: string | null | undefined } = {}): Audience {
  return { viewer, isManager: isManager(viewer) || came.hasKey === true, password: came.password ?? '' };
}

/** The same audience where the caller may edit the content that sells (docs/decisions, 100). */
export const asEditor = (audience: Audience): Audience => ({ ...audience, isManager: true, isEditor: !audience.isManager });

/** Whether the audience may have what lets an attendee in. */
export const seesCodes = ({ isManager: manages, isEditor = false }: Audience): boolean => manages && !isEditor;

/** Whether the caller may write tickets of the post. */
export function isPostEditor(viewer: Viewer, post: SellingPost | null): boolean {
  if (viewer.can('edit_event_tickets')) return true;
  if (!post || !isKind(post.kind)) return false;
  return viewer.can(kindOf(post.kind).capabilities.editOthers) || canEdit(viewer, post);
}

/** Whether the caller reads private content of others. */
export function isPrivateReader(viewer: Viewer): boolean {
  return viewer.can('read_private_posts');
}

/** Whether the ticket may be seen at all (tickets.md 2.2); a password is another matter. Tickets of deleted posts never are. */
export function mayReadTicket({ viewer, isManager: manages }: Audience, ticket: TicketRecord): boolean {
  const { post } = ticket;
  if (!post || !isKind(post.kind)) return false;
  if (manages) return true;
  const seesTicket = ticket.status === 'publish' || (ticket.status === 'private' ? isPrivateReader(viewer) : isPostEditor(viewer, post));
  return seesTicket && canRead(viewer, post);
}

/** Whether a password that was not given hides what the post sells. */
export function isLocked({ isManager: manages, password }: Audience, post: SellingPost | null): boolean {
  return post !== null && post.password !== '' && !manages && !opens(post, password);
}
