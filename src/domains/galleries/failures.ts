import { Failure, refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '../identity/auth/viewer.ts';

const invalidGallery = (code: string, message: string, data?: Record<string, unknown>) => new Failure(code, 400, message, data);

/** Errors of creating and converting galleries, in the order of the checks (docs/behaviour/cache-compliance-maps-2fa-theme.md 6). */
export const failures = {
  contentMissing: () => invalidGallery('gallery_content_missing', 'There is no content with this ID.'),
  contentForbidden: () => new Failure('gallery_content_forbidden', 403, 'Sorry, you are not allowed to edit this content.'),
  noImages: () => invalidGallery('gallery_images_missing', 'A gallery needs at least one image.'),
  imageIncomplete: () => invalidGallery('gallery_image_incomplete', 'Every image needs an ID and a URL.'),
  conversionForbidden: () => new Failure('galleries_forbidden', 403, 'Sorry, you are not allowed to convert the galleries of the site.'),
  typeMissing: () => invalidGallery('gallery_type_missing', 'Specify a type of content.'),
  typeUnknown: () => new Failure('gallery_type_unknown', 404, 'There is no such type of content.'),
  typeForbidden: () => new Failure('gallery_type_forbidden', 403, 'Sorry, you are not allowed to edit content of this type.'),
  noContents: () => invalidGallery('gallery_contents_missing', 'There is no content of this type.'),
  noGalleries: () => invalidGallery('galleries_missing', 'No content of this type has a gallery.'),
  noneEditable: () => new Failure('gallery_contents_forbidden', 403, 'Sorry, you are not allowed to edit any content that has a gallery.'),
  nothingToConvert: (editUrl: string) =>
    invalidGallery('gallery_not_convertible', 'This content has no gallery that can be converted.', { editUrl }),
  noBackup: () => new Failure('gallery_backup_missing', 404, 'There is no backup of the text of this content.'),
};

/** Throws `forbidden` unless the viewer is signed in. Further permissions depend on the content. */
export function requireSignedIn(viewer: Viewer): void {
  if (!viewer.signedIn) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');
}
