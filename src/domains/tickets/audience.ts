import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canManageAttendees } from '../events/attendance.ts';
import { isPasswordCorrect } from '../content/content.access.ts';
import { canEdit, canRead } from '../content/content.permissions.ts';
import { isKind, getKind } from '../content/kinds.ts';
import type { Site } from '#app/site.ts';
import type { SellingPost } from './selling-post.ts';
import type { TicketRecord } from './ticket.record.ts';
import { qrApiKey } from './tickets.settings.ts';

/** The viewer of tickets and attendees in one request, with the rights that the credentials of the request grant. */
export interface Audience {
  viewer: Viewer;
  /** True if the request may see and change everything about attendees (docs/behaviour/tickets.md 1.1). */
  isManager: boolean;
  /** True if the viewer manages attendees only because of the right to edit the post. Such viewers see no codes or URLs that admit attendees. */
  isEditor?: boolean;
  /** Password from the request, for posts with a password; empty if the request contains no password. */
  password: string;
}

/** True if the string is the site's key for the check-in app. Compares in constant time. */
export function isQrKey(site: Site, key: string | null | undefined): boolean {
  const stored = site.settings.get(qrApiKey);
  const isSame = areEqualInConstantTime(createKeyedHash(site, 'qr key', key ?? ''), createKeyedHash(site, 'qr key', stored));
  return isSame && stored !== '';
}

/** True if the capabilities of the viewer allow managing attendees. */
export function isManager(viewer: Viewer): boolean {
  return canManageAttendees((capability) => viewer.can(capability));
}

/** Returns the audience of a request. `hasKey` means that the request contained the key of the check-in app, which grants the rights of a manager. */
export function buildAudience(viewer: Viewer, credentials: { hasKey?: boolean; password?: string | null | undefined } = {}): Audience {
  return { viewer, isManager: isManager(viewer) || credentials.hasKey === true, password: credentials.password ?? '' };
}

/** Returns the audience with the rights of an editor of the post that sells the tickets (docs/decisions, 100). */
export const toEditorAudience = (audience: Audience): Audience => ({ ...audience, isManager: true, isEditor: !audience.isManager });

/** True if the audience may see the codes that admit attendees. */
export const canSeeCodes = ({ isManager: manages, isEditor = false }: Audience): boolean => manages && !isEditor;

/** True if the viewer may create and change tickets of the post. */
export function isPostEditor(viewer: Viewer, post: SellingPost | null): boolean {
  if (viewer.can('edit_event_tickets')) return true;
  if (!post || !isKind(post.kind)) return false;
  return viewer.can(getKind(post.kind).capabilities.editOthers) || canEdit(viewer, post);
}

/** True if the viewer may read private content of others. */
export function isPrivateReader(viewer: Viewer): boolean {
  return viewer.can('read_private_posts');
}

/** True if the audience may see the ticket, regardless of passwords (docs/behaviour/tickets.md 2.2). Tickets of deleted posts are never visible. */
export function mayReadTicket({ viewer, isManager: manages }: Audience, ticket: TicketRecord): boolean {
  const { post } = ticket;
  if (!post || !isKind(post.kind)) return false;
  if (manages) return true;
  const seesTicket = ticket.status === 'publish' || (ticket.status === 'private' ? isPrivateReader(viewer) : isPostEditor(viewer, post));
  return seesTicket && canRead(viewer, post);
}

/** True if the post's tickets are hidden because the request lacks the password of the post. */
export function isPasswordMissing({ isManager: manages, password }: Audience, post: SellingPost | null): boolean {
  return post !== null && post.password !== '' && !manages && !isPasswordCorrect(post, password);
}
