import { randomInt } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { decodeEscapes } from '#app/core/text/escapes.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { formatSqlDateTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import type { Gallery } from '#db';
import type { ContentRecord } from '../content/record.ts';
import { getSiteZone } from '../content/site-time.ts';
import type { Viewer } from '../identity/auth/viewer.ts';

/** A new gallery. */
export interface GalleryDraft {
  columns: string;
  /** Name of the image size, or empty. */
  sizeSlug: string;
  opensNewWindow: boolean;
  images: readonly GalleryPicture[];
}

/** An image of a gallery. */
export interface GalleryPicture {
  attachmentId: number;
  url: string;
  /** Title. If empty, the file name is used. */
  title: string;
  alt: string;
}

/** Default display options (docs/behaviour/cache-compliance-maps-2fa-theme.md 6). */
const config = {
  gutter: 10,
  margin: 10,
  gallery_theme: 'base',
  crop_width: 640,
  crop_height: 480,
  crop: 0,
  lazy_loading: 1,
  isotope: 1,
  lightbox: 1,
  lightbox_theme: 'base',
  sorting: 'ASC',
};
/** Space around images in pixels. */
export const MARGIN = config.margin;
export const LIGHTBOX_THEME = config.lightbox_theme;

const TITLE_LENGTH = 20;

const getLocalTime = (site: Site) => formatSqlDateTime(toWallTime(now(), getSiteZone(site)));

const getFileName = (url: string) => decodeEscapes(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');

function buildTitle(site: Site, content: ContentRecord): string {
  const title = Array.from(content.title).slice(0, TITLE_LENGTH).join('');
  return title === '' ? `Converted-${getLocalTime(site)}` : `${title}-${content.id}-Converted-${getLocalTime(site)}`;
}

/** Stores a backup of the text of a content item and returns the ID of the backup. */
export async function createBackup(site: Site, tx: Tx, content: ContentRecord): Promise<number> {
  const digits = String(randomInt(10_000)).padStart(4, '0');
  const stamp = getLocalTime(site).replaceAll(/[-:]/g, '').replace(' ', '_');
  const data = { contentId: content.id, name: `gallery_block_bkp_${digits}_${stamp}`, text: content.content, createdAt: now() };
  return (await tx.galleryBackup.create({ data, select: { id: true } })).id;
}

/** Creates a gallery for a content item. */
export async function createGallery(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  { content, backupId, draft }: { content: ContentRecord; backupId: number; draft: GalleryDraft },
): Promise<Gallery> {
  const title = buildTitle(site, content);
  const gallery = await tx.gallery.create({
    data: {
      title,
      slug: sanitizeSlug(title),
      columns: draft.columns,
      imageSize: draft.sizeSlug,
      config,
      sourcePostId: content.id,
      backupId,
      createdById: viewer.id,
      createdAt: now(),
    },
  });
  await tx.galleryImage.createMany({
    data: draft.images.map(({ attachmentId, url, title: imageTitle, alt }, position) => ({
      galleryId: gallery.id,
      position,
      attachmentId,
      src: url,
      link: url,
      title: imageTitle || getFileName(url),
      alt,
      linkNewWindow: draft.opensNewWindow,
    })),
  });
  return gallery;
}
