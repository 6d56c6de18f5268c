import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { GalleryImage } from '#db';

/** A stored gallery with its images, in order. */
export interface StoredGallery {
  id: number;
  columns: string;
  images: readonly Pick<GalleryImage, 'src' | 'title' | 'alt' | 'caption' | 'linkNewWindow'>[];
}

const MAX_COLUMNS = 9;
/** Maximum width of an image in a row of images. */
const IMAGE_WIDTH_REM = 22;

const parseColumns = (columns: string): number => Math.min(MAX_COLUMNS, Math.max(1, Math.trunc(Number(columns)) || 3));

const renderCaption = (text: string) => (text === '' ? '' : `<figcaption>${escapeHtml(text)}</figcaption>`);

/**
 * Renders the gallery as a list of images that link to their full-size files. `pages/gallery.js` opens them over the page. Without JavaScript,
 * visitors follow the links.
 */
export function renderGallery({ id, columns, images }: StoredGallery): string {
  const items = images.map(({ src, alt, title, caption: text, linkNewWindow }) => {
    const target = linkNewWindow ? ' target="_blank" rel="noopener"' : '';
    // `responsive-body.ts` adds the sizes of the file
    const picture = `<img sizes="(max-width: 40rem) 50vw, ${IMAGE_WIDTH_REM}rem" src="${escapeHtml(src)}" alt="${escapeHtml(alt || title)}" loading="lazy">`;
    return `<li><figure><a href="${escapeHtml(src)}"${target}>${picture}</a>${renderCaption(text)}</figure></li>`;
  });
  return `<div class="gallery gallery-columns-${parseColumns(columns)}" id="gallery-${id}"><ul>${items.join('')}</ul></div>`;
}
