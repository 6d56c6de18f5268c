import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isPasswordCorrect } from '../content/content.access.ts';
import { canAssignAuthor, canDelete, canEdit, canRead } from '../content/content.permissions.ts';
import type { ContentKind } from '../content/kinds.ts';
import type { ContentRecord } from '../content/record.ts';
import { Failure, invalid, invalidArguments, notFound, refused } from '#app/core/failures/failure.ts';
import { eventKind } from './kinds.ts';

const forbidden = (viewer: Viewer) => refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');

/** Content of any kind that was read by its ID, or null if the ID is unknown. */
type MaybeContent = ContentRecord | null;

const isOfKind = (kind: ContentKind, content: MaybeContent): content is ContentRecord => content?.kind === kind.name;

/**
 * Throws `forbidden` if the ID is unknown, the content is of another kind, or the check fails. Callers cannot tell these cases apart
 * (docs/behaviour/events.md 3.1).
 */
function checkDiscreetly(
  viewer: Viewer,
  kind: ContentKind,
  content: MaybeContent,
  isAllowed: (viewer: Viewer, content: ContentRecord) => boolean,
): ContentRecord {
  if (!isOfKind(kind, content) || !isAllowed(viewer, content)) throw forbidden(viewer);
  return content;
}

/** Returns the content if it is an event. Throws 404 `event_not_found` for an unknown ID and 400 `event_id_invalid` for other content. */
function requireEvent(content: MaybeContent): ContentRecord {
  if (!content) throw notFound('event_not_found', 'The event was not found.');
  if (!isOfKind(eventKind, content)) throw invalid('event_id_invalid', 'The ID belongs to content that is not an event.');
  return content;
}

/** Returns the content if it is of this kind (venue or organizer). Throws `invalid_arguments` naming the argument otherwise. */
export function requireLinked(kind: ContentKind, content: MaybeContent, argument = 'id'): ContentRecord {
  if (!isOfKind(kind, content)) throw invalidArguments({ [argument]: `There is no such ${kind.name}.` });
  return content;
}

/** Options for reading one event, venue or organizer. */
export interface ReadOptions {
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
  /** Throws the same error for unknown and unreadable IDs, and hides password-protected texts instead of throwing. */
  discreet?: boolean | null | undefined;
}

/** True if the content has a password and the viewer may read what the password protects. */
export function isUnlockedFor(viewer: Viewer, content: ContentRecord, options: ReadOptions): boolean {
  if (content.password === '') return false;
  return (
    (options.password ? isPasswordCorrect(content, options.password) : false) || (options.forEdit === true && canEdit(viewer, content))
  );
}

/** Throws unless the viewer may read the event. The checks run in the order of docs/behaviour/events.md 2.3, or of 3.1 with `discreet`. */
export function checkReadEvent(viewer: Viewer, content: MaybeContent, options: ReadOptions): void {
  if (options.discreet) {
    if (checkDiscreetly(viewer, eventKind, content, canRead).status === 'trash')
      throw notFound('event_not_found', 'The event is in the trash.');
    return;
  }
  const event = requireEvent(content);
  if (event.status === 'trash') throw new Failure('event_no_longer_available', 403, 'The event is no longer available.');
  if (!canRead(viewer, event)) throw new Failure('event_not_accessible', 403, 'The event is not accessible.');
  if (event.password !== '' && !isUnlockedFor(viewer, event, options))
    throw new Failure('event_password_protected', 403, 'The event needs a password.');
}

/** Throws unless the viewer may read the venue or organizer (docs/behaviour/events.md 2.3, 3.1). */
export function checkReadLinked(viewer: Viewer, kind: ContentKind, content: MaybeContent, options: ReadOptions, argument = 'id'): void {
  if (options.discreet) {
    if (checkDiscreetly(viewer, kind, content, canRead).status === 'trash')
      throw notFound(`${kind.name}_not_found`, `The ${kind.name} is in the trash.`);
    return;
  }
  if (!canRead(viewer, requireLinked(kind, content, argument)))
    throw new Failure(`${kind.name}_not_accessible`, 403, `The ${kind.name} is not accessible.`);
}

/** Throws `forbidden` unless the viewer may create content of this kind. */
export function checkCreateCalendarContent(viewer: Viewer, kind: ContentKind): void {
  if (!viewer.can(kind.capabilities.edit)) throw forbidden(viewer);
}

/** Author in the input of an event, venue or organizer. */
export interface Authorship {
  authorId?: number | null | undefined;
}
interface AuthoredInput extends Authorship {
  venues?: readonly { draft?: Authorship | null | undefined }[] | null | undefined;
  organizers?: readonly { draft?: Authorship | null | undefined }[] | null | undefined;
}

/**
 * Throws `cannot_edit_others` if the input names another user as the author and the viewer may not assign authors (docs/behaviour/events.md 2.6.1).
 */
export function checkAuthorship(viewer: Viewer, kind: ContentKind, { authorId, venues, organizers }: AuthoredInput): void {
  const draftAuthorIds = [...(venues ?? []), ...(organizers ?? [])].map(({ draft }) => draft?.authorId);
  const namesOtherUser = [authorId, ...draftAuthorIds].some((id) => id !== null && id !== undefined && id !== 0 && id !== viewer.id);
  if (namesOtherUser && !canAssignAuthor(viewer, kind))
    throw refused(viewer, 'cannot_edit_others', 'Sorry, you are not allowed to write in the name of others.');
}

type Action = 'edit' | 'delete';
const allows: Readonly<Record<Action, (viewer: Viewer, content: ContentRecord) => boolean>> = { edit: canEdit, delete: canDelete };

/**
 * Throws unless the viewer may change or delete the event. For an ID that is not an event, users with the general capability learn that it
 * does not exist (docs/behaviour/events.md 2.1). With `discreet`, the error is always `forbidden`, with one exception: a deletion throws
 * `event_not_found` if the ID belongs to other content that the viewer may delete.
 */
export function checkActOnEvent(viewer: Viewer, action: Action, content: MaybeContent, discreet: boolean): void {
  if (discreet) return checkActDiscreetly(viewer, eventKind, action, content);
  if (!isOfKind(eventKind, content)) {
    if (!viewer.can(eventKind.capabilities[action])) throw forbidden(viewer);
    requireEvent(content);
  } else if (!allows[action](viewer, content)) throw forbidden(viewer);
}

function checkActDiscreetly(viewer: Viewer, kind: ContentKind, action: Action, content: MaybeContent): void {
  if (content && action === 'delete' && !isOfKind(kind, content) && canDelete(viewer, content))
    throw notFound(`${kind.name}_not_found`, `There is no such ${kind.name}.`);
  checkDiscreetly(viewer, kind, content, allows[action]);
}

/** Throws unless the viewer may change or delete the venue or organizer. Checks first that it exists (docs/behaviour/events.md 0.2). */
export function checkActOnLinked(
  viewer: Viewer,
  kind: ContentKind,
  action: Action,
  content: MaybeContent,
  discreet: boolean,
  argument = 'id',
): void {
  if (discreet) return checkActDiscreetly(viewer, kind, action, content);
  if (!allows[action](viewer, requireLinked(kind, content, argument))) throw forbidden(viewer);
}

/** Throws 410 `event_is_in_trash`, `venue_is_in_trash` or `organizer_is_in_trash` if the content is in the trash. */
export function checkNotTrashed(content: ContentRecord): void {
  if (content.status === 'trash') throw new Failure(`${content.kind}_is_in_trash`, 410, `The ${content.kind} is in the trash already.`);
}

/** Returns the content that the viewer may read. The total of a list also counts the omitted items (docs/behaviour/events.md 3.3). */
export function filterReadable<T extends ContentRecord>(viewer: Viewer, content: readonly T[]): T[] {
  return content.filter((item) => canRead(viewer, item));
}
