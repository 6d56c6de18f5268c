import type { Site } from '#app/site.ts';
import type { ShortcodeExpander } from '#app/core/shortcodes/expand-shortcodes.ts';
import { renderGallery } from './render-gallery.ts';

/** Expands `[converted-gallery id='N']` to the gallery, or to nothing if it no longer exists. Reads all galleries with one statement. */
export const expandConvertedGalleries: ShortcodeExpander<Site> = async (site, shortcodes) => {
  const ids = shortcodes.map(({ id }) => Number(id)).filter((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31);
  const galleries = await site.db.prisma.gallery.findMany({
    where: { id: { in: ids }, status: 'publish' },
    select: { id: true, columns: true, images: { where: { status: 'active' }, orderBy: { position: 'asc' } } },
  });
  const byId = new Map(galleries.map((gallery) => [gallery.id, gallery]));
  return shortcodes.map(({ id }) => {
    const gallery = byId.get(Number(id));
    return gallery ? renderGallery(gallery) : '';
  });
};
