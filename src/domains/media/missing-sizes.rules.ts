import type { MediaRecord } from '../content/media.service.ts';
import { findFileType } from './file-types.ts';
import { getExtension } from './file-name.rules.ts';
import { isKey } from './stores/file-store.ts';
import { sizes } from './sizes.ts';

/** Returns the format of an image that can be re-encoded, or undefined for all other files. */
export function findImageType({ mimeType, file }: Pick<MediaRecord, 'mimeType' | 'file'>) {
  const type = findFileType(getExtension(file));
  return type?.mimeType === mimeType ? type.image : undefined;
}

/** Returns the names of the missing sizes of an image. Sizes are missing after an import or if a size is new. */
export function listMissingSizes(media: MediaRecord): string[] {
  const { width, height } = media;
  if (width === null || height === null || !isKey(media.file) || findImageType(media) === undefined) return [];
  const isImageLarger = (size: (typeof sizes)[number]) => width > size.width || (size.height !== undefined && height > size.height);
  return sizes.filter((size) => isImageLarger(size) && !Object.hasOwn(media.sizes, size.name)).map(({ name }) => name);
}
