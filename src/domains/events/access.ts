import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { opens } from '../content/content.access.ts';
import { canAssignAuthor, canDelete, canEdit, canRead } from '../content/content.permissions.ts';
import type { ContentKind } from '../content/kinds.ts';
import type { ContentRecord } from '../content/record.ts';
import { Failure, invalid, invalidArguments, notFound, refused } from '#app/core/failures/failure.ts';
import { eventKind } from './kinds.ts';

const forbidden = (viewer: Viewer) => refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');

/** Content of any kind with an ID, or null if none exists. */
export type Found = ContentRecord | null;

const isOf = (kind: ContentKind, found: Found): found is ContentRecord => found?.kind === kind.name;

/** Throws `forbidden` if the ID is unknown, of another kind or fails the check. Callers cannot tell these cases apart (events.md 3.1). */
function checkDiscreetly(
  viewer: Viewer,
  kind: ContentKind,
  found: Found,
  may: (viewer: Viewer, content: ContentRecord) => boolean,
): ContentRecord {
  if (!isOf(kind, found) || !may(viewer, found)) throw forbidden(viewer);
  return found;
}

/** Returns the found event. Throws 404 `event_not_found` or 400 `event_id_invalid`. */
function requireEvent(found: Found): ContentRecord {
  if (!found) throw notFound('event_not_found', 'The event was not found.');
  if (!isOf(eventKind, found)) throw invalid('event_id_invalid', 'The number is not that of an event.');
  return found;
}

/** Returns the found venue or organizer. Throws `invalid_arguments` naming the argument if it is of another kind or missing. */
export function requireLinked(kind: ContentKind, found: Found, argument = 'id'): ContentRecord {
  if (!isOf(kind, found)) throw invalidArguments({ [argument]: `There is no such ${kind.name}.` });
  return found;
}

/** Options for reading one event, venue or organizer. */
export interface ReadOptions {
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
  /** Throws the same error for unknown and unreadable IDs, and hides password-protected texts instead of throwing. */
  discreet?: boolean | null | undefined;
}

/** True if the viewer may also read the texts that the password protects. */
export function isUnlockedFor(viewer: Viewer, content: ContentRecord, options: ReadOptions): boolean {
  if (content.password === '') return false;
  return (options.password ? opens(content, options.password) : false) || (options.forEdit === true && canEdit(viewer, content));
}

/** Throws unless the viewer may read the event. The checks run in the order of events.md 2.3, or of 3.1 with `discreet`. */
export function checkReadEvent(viewer: Viewer, found: Found, options: ReadOptions): void {
  if (options.discreet) {
    if (checkDiscreetly(viewer, eventKind, found, canRead).status === 'trash')
      throw notFound('event_not_found', 'The event is in the trash.');
    return;
  }
  const event = requireEvent(found);
  if (event.status === 'trash') throw new Failure('event_no_longer_available', 403, 'The event is no longer available.');
  if (!canRead(viewer, event)) throw new Failure('event_not_accessible', 403, 'The event is not accessible.');
  if (event.password !== '' && !isUnlockedFor(viewer, event, options))
    throw new Failure('event_password_protected', 403, 'The event needs a password.');
}

/** Throws unless the viewer may read the venue or organizer (events.md 2.3, 3.1). */
export function checkReadLinked(viewer: Viewer, kind: ContentKind, found: Found, options: ReadOptions, argument = 'id'): void {
  if (options.discreet) {
    if (checkDiscreetly(viewer, kind, found, canRead).status === 'trash')
      throw notFound(`${kind.name}_not_found`, `The ${kind.name} is in the trash.`);
    return;
  }
  if (!canRead(viewer, requireLinked(kind, found, argument)))
    throw new Failure(`${kind.name}_not_accessible`, 403, `The ${kind.name} is not accessible.`);
}

/** Throws `forbidden` unless the viewer may create content of this kind. */
export function checkCreateCalendar(viewer: Viewer, kind: ContentKind): void {
  if (!viewer.can(kind.capabilities.edit)) throw forbidden(viewer);
}

/** Author of a written event, venue or organizer. */
export interface Authorship {
  authorId?: number | null | undefined;
}
interface Linking extends Authorship {
  venues?: readonly { draft?: Authorship | null | undefined }[] | null | undefined;
  organizers?: readonly { draft?: Authorship | null | undefined }[] | null | undefined;
}

/** Throws `cannot_edit_others` if the input names another user as the author and the viewer may not assign authors (events.md 2.6.1). */
export function checkAuthorship(viewer: Viewer, kind: ContentKind, { authorId, venues, organizers }: Linking): void {
  const made = [...(venues ?? []), ...(organizers ?? [])].map(({ draft }) => draft?.authorId);
  const isOthers = [authorId, ...made].some((id) => id !== null && id !== undefined && id !== 0 && id !== viewer.id);
  if (isOthers && !canAssignAuthor(viewer, kind))
    throw refused(viewer, 'cannot_edit_others', 'Sorry, you are not allowed to write in the name of others.');
}

type Act = 'edit' | 'delete';
const allows: Readonly<Record<Act, (viewer: Viewer, content: ContentRecord) => boolean>> = { edit: canEdit, delete: canDelete };

/**
 * Throws unless the viewer may change or delete the event. For an ID that is not an event, users with the general capability learn that it
 * does not exist (events.md 2.1). With `discreet`, the error is always `forbidden`, except for users who may delete that other content.
 */
export function checkActOnEvent(viewer: Viewer, act: Act, found: Found, discreet: boolean): void {
  if (discreet) return checkActDiscreetly(viewer, eventKind, act, found);
  if (!isOf(eventKind, found)) {
    if (!viewer.can(eventKind.capabilities[act])) throw forbidden(viewer);
    requireEvent(found);
  } else if (!allows[act](viewer, found)) throw forbidden(viewer);
}

function checkActDiscreetly(viewer: Viewer, kind: ContentKind, act: Act, found: Found): void {
  if (found && act === 'delete' && !isOf(kind, found) && canDelete(viewer, found))
    throw notFound(`${kind.name}_not_found`, `There is no such ${kind.name}.`);
  checkDiscreetly(viewer, kind, found, allows[act]);
}

/** Throws unless the viewer may change or delete the venue or organizer. Checks first that it exists (events.md 0.2). */
export function checkActOnLinked(viewer: Viewer, kind: ContentKind, act: Act, found: Found, discreet: boolean, argument = 'id'): void {
  if (discreet) return checkActDiscreetly(viewer, kind, act, found);
  if (!allows[act](viewer, requireLinked(kind, found, argument))) throw forbidden(viewer);
}

/** Throws 410 `event_is_in_trash`, `venue_is_in_trash` or `organizer_is_in_trash` if the content is in the trash. */
export function checkNotTrashed(content: ContentRecord): void {
  if (content.status === 'trash') throw new Failure(`${content.kind}_is_in_trash`, 410, `The ${content.kind} is in the trash already.`);
}

/** Filters out contents that the viewer may not read. Totals still count them (events.md 3.3). */
export function readable<T extends ContentRecord>(viewer: Viewer, contents: readonly T[]): T[] {
  return contents.filter((content) => canRead(viewer, content));
}
