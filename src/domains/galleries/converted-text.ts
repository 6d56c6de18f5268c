import { writeBlock } from '#app/core/text/blocks.ts';
import type { Gallery } from '#db';
import type { GalleryMatch } from './found-galleries.ts';
import { type GalleryPicture, LIGHTBOX_THEME, MARGIN } from './gallery.writer.ts';

/** A gallery in a text, and the stored gallery to which it was converted. */
export interface ConvertedGallery {
  found: GalleryMatch;
  stored: Gallery;
  pictures: readonly GalleryPicture[];
}

const BLOCK = 'gallery-convert/gallery';

/** Returns the shortcode of a converted gallery. */
const buildShortcode = (galleryId: number): string => `[converted-gallery id='${galleryId}']`;

function renderConverted({ found, stored, pictures }: ConvertedGallery): string {
  const shortcode = buildShortcode(stored.id);
  if (found.form === 'shortcode') return shortcode;
  const attributes = {
    galleryId: stored.id,
    title: stored.title,
    columns: stored.columns,
    margins: 'custom',
    custom_margins: MARGIN,
    images: pictures.map(({ attachmentId, url, title, alt }) => ({ id: attachmentId, url, title, alt })),
    lazyload_enabled: true,
    isotope: true,
    lightbox_theme: LIGHTBOX_THEME,
  };
  return writeBlock(BLOCK, attributes, `<div class='wp-block-gallery-convert-gallery'>${shortcode}</div>`);
}

/** Returns the text with its galleries replaced by shortcodes. The galleries must be in the order of the text. */
export function convertText(text: string, galleries: readonly ConvertedGallery[]): string {
  let result = '';
  let end = 0;
  for (const gallery of galleries) {
    result += text.slice(end, gallery.found.start) + renderConverted(gallery);
    end = gallery.found.end;
  }
  return result + text.slice(end);
}
