import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid, refused } from '#app/core/failures/failure.ts';
import type { GivenChanges } from './changes.input.ts';
import { canPublish } from './content.permissions.ts';
import type { ContentKind } from './kinds.ts';
import type { ContentRecord } from './record.ts';
import { needsPublishRight } from './statuses.ts';

/**
 * Throws `cannot_publish` if the new status needs the publish right and the viewer lacks it. For kinds with `unpublishable: 'pending'`, `publish` and
 * `future` become `pending` instead, and other statuses are stored as given (events.md 0.6).
 */
export function checkStatus(viewer: Viewer, kind: ContentKind, given: GivenChanges, stored: ContentRecord | null): void {
  if (kind.unpublishable === 'pending') {
    if ((given.status === 'publish' || given.status === 'future') && !canPublish(viewer, kind)) given.status = 'pending';
    return;
  }
  if (given.status === undefined || given.status === stored?.status || !needsPublishRight(given.status)) return;
  if (!canPublish(viewer, kind))
    throw refused(viewer, 'cannot_publish', 'Sorry, you are not allowed to publish or keep private content of this kind.');
}

/** Throws `author_not_found` for an author who does not exist. */
export async function checkAuthor(tx: Tx, viewer: Viewer, given: GivenChanges): Promise<void> {
  if (given.authorId === undefined || given.authorId === viewer.id) return;
  const author = await tx.user.findUnique({ where: { id: given.authorId }, select: { id: true } });
  if (!author) throw invalid('author_not_found', 'There is no author with that id.');
}

/** Throws `fields_exclude_each_other` for content that would be sticky and have a password. */
export function checkStickyPassword(given: GivenChanges, stored: ContentRecord | null): void {
  const setsPassword = given.password !== undefined && given.password !== '';
  if (setsPassword && (given.sticky === true || (stored?.sticky === true && given.sticky === undefined))) {
    throw invalid('fields_exclude_each_other', 'Sticky content can not have a password.');
  }
  if (given.sticky === true && stored !== null && stored.password !== '' && given.password === undefined) {
    throw invalid('fields_exclude_each_other', 'Content with a password can not be sticky.');
  }
}

/** Throws `empty_content` if title, text and excerpt would all be empty. */
export function checkNotEmpty(kind: ContentKind, texts: { title: string; content: string; excerpt: string }): void {
  if (!kind.mayBeEmpty && texts.title === '' && texts.content === '' && texts.excerpt === '') {
    throw invalid('empty_content', 'Content, title, and excerpt are empty.');
  }
}

/** Throws `featured_media_not_found` for an ID that is not a media item. */
export async function checkFeaturedMedia(tx: Tx, given: GivenChanges): Promise<void> {
  if (!given.featuredMediaId) return;
  const media = await tx.content.findFirst({ where: { id: given.featuredMediaId, kind: 'attachment' }, select: { id: true } });
  if (!media) throw invalid('featured_media_not_found', 'Invalid featured media id.');
}
