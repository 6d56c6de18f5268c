import type { Tx } from '#app/core/db/database.ts';
import { cleanUrl } from '#app/core/text/clean-url.ts';
import type { Site } from '#app/site.ts';
import { buildMediaUrl } from '../content/media.service.ts';
import type { AttachedImagesFilter, GalleryMatch } from './found-galleries.ts';
import type { GalleryPicture } from './gallery.writer.ts';

const selection = { id: true, title: true, media: { select: { file: true, altText: true, mimeType: true } } } as const;
const whereAttachment = { kind: 'attachment', status: { not: 'trash' } } as const;

async function findAttachedImages(tx: Tx, { parentId, include, exclude }: AttachedImagesFilter, contentId: number) {
  const items = await tx.content.findMany({
    where: {
      ...whereAttachment,
      ...(include.length > 0 ? { id: { in: [...include] } } : { parentId: parentId || contentId, id: { notIn: [...exclude] } }),
      media: { mimeType: { startsWith: 'image/' } },
    },
    select: selection,
    orderBy: [{ menuOrder: 'asc' }, { id: 'asc' }],
  });
  return items.map((item) => ({ ...item, alt: null as string | null, src: '' }));
}

async function findNamedImages(tx: Tx, images: Exclude<GalleryMatch['images'], AttachedImagesFilter>) {
  const rows = await tx.content.findMany({
    where: { ...whereAttachment, id: { in: images.map(({ attachmentId }) => attachmentId) } },
    select: selection,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return images.map(({ attachmentId: id, alt, src }) => ({ ...(byId.get(id) ?? { id, title: '', media: null }), alt, src }));
}

const isNamed = (images: GalleryMatch['images']): images is Exclude<GalleryMatch['images'], AttachedImagesFilter> => Array.isArray(images);

/**
 * Returns the images of a gallery in order. Omits images that have no URL in the media library or in the text. `contentId` is the ID of the content
 * item with the gallery.
 */
export async function loadPictures(site: Site, tx: Tx, { images }: GalleryMatch, contentId: number): Promise<GalleryPicture[]> {
  const rows = isNamed(images) ? await findNamedImages(tx, images) : await findAttachedImages(tx, images, contentId);
  return rows.flatMap(({ id, title, media, alt, src }) => {
    const url = (media && buildMediaUrl(site, media.file)) || cleanUrl(src);
    return url === '' ? [] : [{ attachmentId: id, url, title, alt: alt ?? media?.altText ?? '' }];
  });
}
