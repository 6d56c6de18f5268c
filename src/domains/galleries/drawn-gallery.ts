import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { GalleryImage } from '#db';

/** A stored gallery with its pictures, in order. */
export interface StoredGallery {
  id: number;
  columns: string;
  images: readonly Pick<GalleryImage, 'src' | 'title' | 'alt' | 'caption' | 'linkNewWindow'>[];
}

const MAX_COLUMNS = 9;
/** How wide a picture is at most beside others. */
const SHOWN_REM = 22;

const columnsOf = (columns: string): number => Math.min(MAX_COLUMNS, Math.max(1, Math.trunc(Number(columns)) || 3));

const caption = (text: string) => (text === '' ? '' : `<figcaption>${escapeHtml(text)}</figcaption>`);

/**
 * The gallery as HTML: a list of figures, each of which leads to its picture in full size. Pages open them over the page (`pages/gallery.js`);
 * without that, and for other clients, they are plain linked pictures.
 */
export function drawnGallery({ id, columns, images }: StoredGallery): string {
  const figures = images.map(({ src, alt, title, caption: text, linkNewWindow }) => {
    const target = linkNewWindow ? ' target="_blank" rel="noopener"' : '';
    // pages add the sizes of the file (`responsive-body.ts`)
    const picture = `<img sizes="(max-width: 40rem) 50vw, ${SHOWN_REM}rem" src="${escapeHtml(src)}" alt="${escapeHtml(alt || title)}" loading="lazy">`;
    return `<li><figure><a href="${escapeHtml(src)}"${target}>${picture}</a>${caption(text)}</figure></li>`;
  });
  return `<div class="gallery gallery-columns-${columnsOf(columns)}" id="gallery-${id}"><ul>${figures.join('')}</ul></div>`;
}
