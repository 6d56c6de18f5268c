import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { requireKind } from '../content/content.access.ts';
import { canEdit, canRead } from '../content/content.permissions.ts';
import { attachment } from '../content/kinds.ts';
import type { ContentRecord, FindContent } from '../content/record.ts';
import { invalidArguments, refused } from '#app/core/failures/failure.ts';

/** The only status that a list of files may filter by. */
export const FILE_STATUS = 'inherit';

/** True if the viewer may see a file. A file attached to content is visible to users who may read that content or edit the file. */
export async function canReadMedia(viewer: Viewer, media: ContentRecord, find: FindContent): Promise<boolean> {
  if (!canRead(viewer, media)) return false;
  const parent = media.parentId === null ? null : await find(media.parentId);
  return parent === null || canRead(viewer, parent) || canEdit(viewer, media);
}

/** Throws `content_not_found`, `cannot_view_for_edit` or `forbidden` unless the viewer may read the file. */
export async function checkReadMedia(
  viewer: Viewer,
  content: ContentRecord | null,
  forEdit: boolean,
  find: FindContent,
): Promise<ContentRecord> {
  const media = requireKind(attachment, content);
  if (forEdit && !canEdit(viewer, media)) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit this file.');
  if (!(await canReadMedia(viewer, media, find))) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to see this file.');
  return media;
}

/** Throws `cannot_create` if the viewer may not upload files. Also throws the failures of `checkParent`. */
export async function checkUpload(viewer: Viewer, parentId: number | null | undefined, find: FindContent): Promise<void> {
  if (!viewer.can('upload_files')) throw refused(viewer, 'cannot_create', 'Sorry, you are not allowed to upload files to this site.');
  await checkParent(viewer, parentId, find, 'draft');
}

/** Throws if the viewer may not write (`edit_posts`) and requests a list for editing or with a status other than `inherit`. */
export function checkMediaList(
  viewer: Viewer,
  options: { statuses?: readonly string[] | null | undefined; forEdit?: boolean | null | undefined },
): void {
  const canWrite = viewer.can('edit_posts');
  if (!canWrite && options.statuses?.some((status) => status !== FILE_STATUS))
    throw invalidArguments({
      'filter.statuses': { code: 'status_forbidden', message: 'Status is forbidden.', data: { status: viewer.signedIn ? 403 : 401 } },
    });
  if (options.forEdit && !canWrite) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit files.');
}

/** Throws `cannot_edit_image` if the viewer may not upload the result. */
export function checkEditImage(viewer: Viewer): void {
  if (!viewer.can('upload_files')) throw refused(viewer, 'cannot_edit_image', 'Sorry, you are not allowed to upload files to this site.');
}

/**
 * Throws if the parent does not exist or is itself a file, or if the viewer may not edit it. `argument` is the name of the argument for the error.
 */
export async function checkParent(viewer: Viewer, parentId: number | null | undefined, find: FindContent, argument: string): Promise<void> {
  if (!parentId) return;
  const parent = await find(parentId);
  if (!parent || parent.kind === attachment.name)
    throw invalidArguments({ [`${argument}.attachedToId`]: 'There is no content with this ID to which files can be attached.' });
  if (!canEdit(viewer, parent)) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to upload files to this post.');
}
