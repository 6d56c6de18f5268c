import type { MediaRecord } from '../content/media.service.ts';
import { typeOfEnding } from './file-types.ts';
import { endingOf } from './file-name.rules.ts';
import { isKey } from './stores/file-store.ts';
import { sizes } from './sizes.ts';

/** How an image is written, if the item is one of the images that the library writes; undefined for everything else. */
export function imageTypeOf({ mimeType, file }: Pick<MediaRecord, 'mimeType' | 'file'>) {
  const type = typeOfEnding(endingOf(file));
  return type?.mimeType === mimeType ? type.image : undefined;
}

/** Sizes that an image of the library should have and has not: those of imports, and of sizes that are new. */
export function missingSizes(media: MediaRecord): string[] {
  const { width, height } = media;
  if (width === null || height === null || !isKey(media.file) || imageTypeOf(media) === undefined) return [];
  const isSmaller = (size: (typeof sizes)[number]) => width > size.width || (size.height !== undefined && height > size.height);
  return sizes.filter((size) => isSmaller(size) && !Object.hasOwn(media.sizes, size.name)).map(({ name }) => name);
}
