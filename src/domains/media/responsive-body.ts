import { narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { findFileByUrl, mediaColumns, type MediaRecord } from '../content/media.service.ts';
import { buildSources, TEXT_IMAGE_SIZES, renderWebpSources } from '../content/responsive-image.ts';

/** Matches an image tag. Stored and rendered markup has double-quoted attributes. */
const IMAGE = /<img\b[^>]*>/gi;
/** Maximum number of image files in a page. Pages with more images do not change. */
const MAX_IMAGES = 200;

const selectByFiles = statement(
  'media_by_file',
  `SELECT ${mediaColumns.list} FROM media m WHERE m.file = ANY($1::text[]) AND m.mime_type LIKE 'image/%'`,
  narrowShape<MediaRecord>(mediaColumns),
);

function getAttribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value === undefined ? null : value.replaceAll('&amp;', '&');
}

/** Returns the file of the library, in any size, that an image tag shows. Returns null for other images and for tags with `srcset`. */
function findFile(site: Site, tag: string): string | null {
  if (/\ssrcset=/i.test(tag)) return null;
  const src = getAttribute(tag, 'src') ?? '';
  return findFileByUrl(site, src.startsWith('/') ? `${new URL(site.config.siteUrl).origin}${src}` : src);
}

/** Returns the original file of a rendition, such as `photo.jpg` for `photo-300x200.jpg`. */
const getOriginal = (file: string): string => file.replace(/-\d+x\d+(\.[a-z0-9]+)$/i, '$1');

/** Adds the available sizes of the file to an image tag. The image keeps its width. Returns small square renditions unchanged. */
function addSources(site: Site, tag: string, file: string, media: MediaRecord): Html {
  const sources = buildSources(site, media);
  if (!sources) return trustHtml(tag);
  const rendition = Object.values(media.sizes).find((size) => size.file === file);
  if (rendition && rendition.width === rendition.height && rendition.width <= 150) return trustHtml(tag);
  const width = Number(getAttribute(tag, 'width')) || rendition?.width || null;
  const sizes = getAttribute(tag, 'sizes') ?? (width === null ? TEXT_IMAGE_SIZES : `(max-width: ${width}px) 100vw, ${width}px`);
  const addedAttributes = [
    ` srcset="${escapeHtml(sources.jpeg)}"`,
    getAttribute(tag, 'sizes') === null ? ` sizes="${escapeHtml(sizes)}"` : '',
    getAttribute(tag, 'loading') === null ? ' loading="lazy"' : '',
    getAttribute(tag, 'width') === null && getAttribute(tag, 'height') === null ? ` width="${media.width}" height="${media.height}"` : '',
  ].join('');
  const src = rendition ? tag : tag.replace(/(\ssrc=")[^"]*"/i, (_all, name: string) => `${name}${escapeHtml(sources.src)}"`);
  const image = trustHtml(src.replace(/\s*\/?>$/, `${addedAttributes}>`));
  const webpElements = renderWebpSources(sources, sizes);
  return webpElements ? html`<picture>${webpElements}${image}</picture>` : image;
}

/** Adds `srcset` and WebP sources to library images in the markup of a page. Runs at most one statement. */
export async function addResponsiveImages(site: Site, body: Html): Promise<Html> {
  const markup = body.toString();
  const files = new Set<string>();
  for (const [tag] of markup.matchAll(IMAGE)) {
    const file = findFile(site, tag);
    if (file !== null) files.add(file).add(getOriginal(file));
  }
  if (files.size === 0 || files.size > MAX_IMAGES) return body;
  const mediaByFile = new Map((await site.db.rows(selectByFiles, [[...files]])).map((media) => [media.file, media]));
  return trustHtml(
    markup.replace(IMAGE, (tag) => {
      const file = findFile(site, tag);
      const media = file === null ? undefined : (mediaByFile.get(file) ?? mediaByFile.get(getOriginal(file)));
      return media && file !== null ? addSources(site, tag, file, media).toString() : tag;
    }),
  );
}
