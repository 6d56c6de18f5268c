import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { ofKind } from '../content/content.access.ts';
import { canEdit, canRead } from '../content/content.permissions.ts';
import { attachment } from '../content/kinds.ts';
import type { ContentRecord } from '../content/record.ts';
import { invalidArguments, refused } from '#app/core/failures/failure.ts';

/** The one status that files are listed by. */
export const FILE_STATUS = 'inherit';

/** Finds content by id: the loader of a request. */
export type FindContent = (id: number) => Promise<ContentRecord | null>;

/** Whether the viewer may see a file of the library: what is attached to content follows that content. */
export async function canReadMedia(viewer: Viewer, media: ContentRecord, find: FindContent): Promise<boolean> {
  if (!canRead(viewer, media)) return false;
  const parent = media.parentId === null ? null : await find(media.parentId);
  return parent === null || canRead(viewer, parent) || canEdit(viewer, media);
}

/** Throws what keeps the viewer from reading a file: `content_not_found`, `cannot_view_for_edit`, `forbidden`. */
export async function checkReadMedia(
  viewer: Viewer,
  content: ContentRecord | null,
  forEdit: boolean,
  find: FindContent,
): Promise<ContentRecord> {
  const media = ofKind(attachment, content);
  if (forEdit && !canEdit(viewer, media)) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit this file.');
  if (!(await canReadMedia(viewer, media, find))) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to see this file.');
  return media;
}

/** Throws `cannot_create` for viewers who may not upload, and what `checkParent` throws. */
export async function checkUpload(viewer: Viewer, parentId: number | null | undefined, find: FindContent): Promise<void> {
  if (!viewer.can('upload_files')) throw refused(viewer, 'cannot_create', 'Sorry, you are not allowed to upload files to this site.');
  await checkParent(viewer, parentId, find, 'draft');
}

/**
 * Throws when the viewer may not list files so: of other statuses than files have, or for editing, who writes nothing. `argument` is the path
 * of the statuses in refusals.
 */
export function checkMediaList(
  viewer: Viewer,
  wish: { statuses?: readonly string[] | null | undefined; forEdit?: boolean | null | undefined },
  argument = 'filter.statuses',
): void {
  const mayWrite = viewer.can('edit_posts');
  if (!mayWrite && wish.statuses?.some((status) => status !== FILE_STATUS))
    throw invalidArguments({
      [argument]: { code: 'status_forbidden', message: 'Status is forbidden.', data: { status: viewer.signedIn ? 403 : 401 } },
    });
  if (wish.forEdit && !mayWrite) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit files.');
}

/** Throws `cannot_edit_image` for viewers who may not upload what they make of an image. */
export function checkEditImage(viewer: Viewer): void {
  if (!viewer.can('upload_files')) throw refused(viewer, 'cannot_edit_image', 'Sorry, you are not allowed to upload files to this site.');
}

/** Throws when a file cannot be attached to this content: none exists, it is a file itself, or the viewer may not edit it. */
export async function checkParent(viewer: Viewer, parentId: number | null | undefined, find: FindContent, argument: string): Promise<void> {
  if (!parentId) return;
  const parent = await find(parentId);
  if (!parent || parent.kind === attachment.name)
    throw invalidArguments({ [`${argument}.attachedToId`]: 'There is no content with this number that files can be attached to.' });
  if (!canEdit(viewer, parent)) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to upload files to this post.');
}
