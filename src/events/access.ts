import type { Viewer } from '../auth/viewer.ts';
import { opens } from '../content/content.access.ts';
import { canDelete, canEdit, canRead } from '../content/content.permissions.ts';
import type { ContentKind } from '../content/kinds.ts';
import type { ContentRecord } from '../content/record.ts';
import { Failure, invalid, invalidArguments, notFound, refused } from '../core/failure.ts';
import { eventKind } from './kinds.ts';

const forbidden = (viewer: Viewer) => refused(viewer, 'rest_forbidden', 'Sorry, you are not allowed to do that.');

/** What is known of an id: the content behind it, whatever its kind, or nothing. */
export type Found = ContentRecord | null;

const isOf = (kind: ContentKind, found: Found): found is ContentRecord => found?.kind === kind.name;

/** Throws `rest_forbidden` for an id that is unknown, of another kind, or whose content the check refuses: callers learn nothing more (events.md 3.1). */
function checkDiscreetly(
  viewer: Viewer,
  kind: ContentKind,
  found: Found,
  may: (viewer: Viewer, content: ContentRecord) => boolean,
): ContentRecord {
  if (!isOf(kind, found) || !may(viewer, found)) throw forbidden(viewer);
  return found;
}

/** The event behind an id. Throws 404 `rest-event-not-found`, 400 `rest-invalid-event-id`. */
function knownEvent(found: Found): ContentRecord {
  if (!found) throw notFound('rest-event-not-found', 'The event was not found.');
  if (!isOf(eventKind, found)) throw invalid('rest-invalid-event-id', 'The number is not that of an event.');
  return found;
}

/** The venue or organizer behind an id; refuses the argument when it is none. */
export function knownLinked(kind: ContentKind, found: Found, argument = 'id'): ContentRecord {
  if (!isOf(kind, found)) throw invalidArguments({ [argument]: `There is no such ${kind.name}.` });
  return found;
}

/** How a reader asks. */
export interface ReadWish {
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
  /** Unknown ids and what may not be read are refused alike, protected texts are hidden instead of refused. */
  discreet?: boolean | null | undefined;
}

/** Whether the reader gets the protected texts too. */
export function isUnlockedFor(viewer: Viewer, content: ContentRecord, wish: ReadWish): boolean {
  if (content.password === '') return false;
  return (wish.password ? opens(content, wish.password) : false) || (wish.forEdit === true && canEdit(viewer, content));
}

/** Throws what keeps the viewer from reading one event, in the order of events.md 2.3; or discreetly, by 3.1. */
export function checkReadEvent(viewer: Viewer, found: Found, wish: ReadWish): void {
  if (wish.discreet) {
    if (checkDiscreetly(viewer, eventKind, found, canRead).status === 'trash')
      throw notFound('rest-event-not-found', 'The event is in the trash.');
    return;
  }
  const event = knownEvent(found);
  if (event.status === 'trash') throw new Failure('event-no-longer-available', 403, 'The event is no longer available.');
  if (!canRead(viewer, event)) throw new Failure('event-not-accessible', 403, 'The event is not accessible.');
  if (event.password !== '' && !isUnlockedFor(viewer, event, wish))
    throw new Failure('event-password-protected', 403, 'The event needs a password.');
}

/** Throws what keeps the viewer from reading one venue or organizer (events.md 2.3, 3.1). */
export function checkReadLinked(viewer: Viewer, kind: ContentKind, found: Found, wish: ReadWish, argument = 'id'): void {
  if (wish.discreet) {
    if (checkDiscreetly(viewer, kind, found, canRead).status === 'trash')
      throw notFound(`${kind.name}-not-found`, `The ${kind.name} is in the trash.`);
    return;
  }
  if (!canRead(viewer, knownLinked(kind, found, argument)))
    throw new Failure(`${kind.name}-not-accessible`, 403, `The ${kind.name} is not accessible.`);
}

/** Throws `rest_forbidden` when the viewer may not make contents of the kind. */
export function checkCreateCalendar(viewer: Viewer, kind: ContentKind): void {
  if (!viewer.can(kind.capabilities.edit)) throw forbidden(viewer);
}

type Act = 'edit' | 'delete';
const allows: Readonly<Record<Act, (viewer: Viewer, content: ContentRecord) => boolean>> = { edit: canEdit, delete: canDelete };

/**
 * Throws what keeps the viewer from changing or deleting an event. An id that is no event falls back to the general right, so that who has
 * it learns that there is none (events.md 2.1); discreetly everybody is refused alike, but for who may delete what is no event.
 */
export function checkActOnEvent(viewer: Viewer, act: Act, found: Found, discreet: boolean): void {
  if (discreet) return checkActDiscreetly(viewer, eventKind, act, found);
  if (!isOf(eventKind, found)) {
    if (!viewer.can(eventKind.capabilities[act])) throw forbidden(viewer);
    knownEvent(found);
  } else if (!allows[act](viewer, found)) throw forbidden(viewer);
}

function checkActDiscreetly(viewer: Viewer, kind: ContentKind, act: Act, found: Found): void {
  if (found && act === 'delete' && !isOf(kind, found) && canDelete(viewer, found))
    throw notFound(`${kind.name}-not-found`, `There is no such ${kind.name}.`);
  checkDiscreetly(viewer, kind, found, allows[act]);
}

/** Throws what keeps the viewer from changing or deleting a venue or organizer: an unknown id comes first (events.md 0.2). */
export function checkActOnLinked(viewer: Viewer, kind: ContentKind, act: Act, found: Found, discreet: boolean, argument = 'id'): void {
  if (discreet) return checkActDiscreetly(viewer, kind, act, found);
  if (!allows[act](viewer, knownLinked(kind, found, argument))) throw forbidden(viewer);
}

/** Throws 410 `event-is-in-trash`, `venue-is-in-trash`, `organizer-is-in-trash`. */
export function checkNotTrashed(content: ContentRecord): void {
  if (content.status === 'trash') throw new Failure(`${content.kind}-is-in-trash`, 410, `The ${content.kind} is in the trash already.`);
}

/** Drops what the viewer may not read; totals stay (events.md 3.3). */
export function readable<T extends ContentRecord>(viewer: Viewer, contents: readonly T[]): T[] {
  return contents.filter((content) => canRead(viewer, content));
}
