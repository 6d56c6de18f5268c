import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid, refused } from '#app/core/failures/failure.ts';
import type { CleanedInput } from './changes.input.ts';
import { canPublish } from './content.permissions.ts';
import type { ContentKind } from './kinds.ts';
import type { ContentRecord } from './record.ts';
import { needsPublishRight } from './statuses.ts';

/**
 * Throws `cannot_publish` if the new status needs the publish right and the viewer lacks it. For kinds with `withoutPublishRight:
 * 'pending'`, `publish` and `future` become `pending` instead, and other statuses are stored as given (docs/behaviour/events.md 0.6).
 */
export function checkStatus(viewer: Viewer, kind: ContentKind, cleaned: CleanedInput, stored: ContentRecord | null): void {
  if (kind.withoutPublishRight === 'pending') {
    if ((cleaned.status === 'publish' || cleaned.status === 'future') && !canPublish(viewer, kind)) cleaned.status = 'pending';
    return;
  }
  if (cleaned.status === undefined || cleaned.status === stored?.status || !needsPublishRight(cleaned.status)) return;
  if (!canPublish(viewer, kind))
    throw refused(viewer, 'cannot_publish', 'Sorry, you are not allowed to publish or keep private content of this kind.');
}

/** Throws `author_not_found` for an author who does not exist. */
export async function checkAuthor(tx: Tx, viewer: Viewer, cleaned: CleanedInput): Promise<void> {
  if (cleaned.authorId === undefined || cleaned.authorId === viewer.id) return;
  const author = await tx.user.findUnique({ where: { id: cleaned.authorId }, select: { id: true } });
  if (!author) throw invalid('author_not_found', 'There is no author with that id.');
}

/** Throws `fields_exclude_each_other` for content that would be sticky and have a password. */
export function checkStickyPassword(cleaned: CleanedInput, stored: ContentRecord | null): void {
  const setsPassword = cleaned.password !== undefined && cleaned.password !== '';
  if (setsPassword && (cleaned.sticky === true || (stored?.sticky === true && cleaned.sticky === undefined))) {
    throw invalid('fields_exclude_each_other', 'Sticky content can not have a password.');
  }
  if (cleaned.sticky === true && stored !== null && stored.password !== '' && cleaned.password === undefined) {
    throw invalid('fields_exclude_each_other', 'Content with a password can not be sticky.');
  }
}

/** Throws `empty_content` if title, text and excerpt would all be empty. */
export function checkNotEmpty(kind: ContentKind, texts: { title: string; content: string; excerpt: string }): void {
  if (!kind.canBeEmpty && texts.title === '' && texts.content === '' && texts.excerpt === '') {
    throw invalid('empty_content', 'Content, title, and excerpt are empty.');
  }
}

/** Throws `featured_media_not_found` for an ID that is not a media item. */
export async function checkFeaturedMedia(tx: Tx, cleaned: CleanedInput): Promise<void> {
  if (!cleaned.featuredMediaId) return;
  const media = await tx.content.findFirst({ where: { id: cleaned.featuredMediaId, kind: 'attachment' }, select: { id: true } });
  if (!media) throw invalid('featured_media_not_found', 'Invalid featured media id.');
}
