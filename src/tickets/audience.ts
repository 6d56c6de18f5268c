import { keyedHash, sameText } from '../auth/keyed-hash.ts';
import type { Viewer } from '../auth/viewer.ts';
import { opens } from '../content/content.access.ts';
import { canEdit, canRead } from '../content/content.permissions.ts';
import { isKind, kindOf } from '../content/kinds.ts';
import type { Site } from '../site.ts';
import type { SellingPost } from './selling-post.ts';
import type { TicketRecord } from './ticket.record.ts';
import { qrApiKey } from './tickets.settings.ts';

/** Who reads tickets and attendees in one request, and with what they came. */
export interface Audience {
  viewer: Viewer;
  /** May see and write everything about attendees (tickets.md 1.1). */
  isManager: boolean;
  /** Password of a post, as given. */
  password: string;
}

/** Whether the key is the site's; takes the same time whatever was tried. */
export function isQrKey(site: Site, key: string | null | undefined): boolean {
  const stored = site.settings.get(qrApiKey);
  const same = sameText(keyedHash(site, 'qr key', key ?? ''), keyedHash(site, 'qr key', stored));
  return same && stored !== '';
}

/** Whether the caller manages attendees: by capability, or by the key of the check-in app. */
export function isManager(site: Site, viewer: Viewer, apiKey?: string | null): boolean {
  return (
    viewer.can('edit_users') || viewer.can('tribe_manage_attendees') || (apiKey !== null && apiKey !== undefined && isQrKey(site, apiKey))
  );
}

/** The audience of a request. */
export function audienceOf(
  site: Site,
  viewer: Viewer,
  came: { apiKey?: string | null | undefined; password?: string | null | undefined } = {},
): Audience {
  return { viewer, isManager: isManager(site, viewer, came.apiKey), password: came.password ?? '' };
}

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
