import { knownAs } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { type Html, html, trusted } from '#app/core/text/html.ts';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { Site } from '#app/site.ts';
import { fileAt, mediaColumns, type MediaRecord } from '../content/media.service.ts';
import { sourcesOf, TEXT_IMAGE_SIZES, webpSources } from '../content/responsive-image.ts';

/** An image with its attributes in double quotes, as markup is stored and written here. */
const IMAGE = /<img\b[^>]*>/gi;
/** More images than this in one text are left as they are. */
const MAX_IMAGES = 200;

const byFiles = statement(
  'media_by_file',
  `SELECT ${mediaColumns.list} FROM media m WHERE m.file = ANY($1::text[]) AND m.mime_type LIKE 'image/%'`,
  knownAs<MediaRecord>(mediaColumns),
);

function attributeOf(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value === undefined ? null : value.replaceAll('&amp;', '&');
}

/** The file of the library that an image shows, whole or in a size; null for one from elsewhere, and for one that names its sources. */
function fileOf(site: Site, tag: string): string | null {
  if (/\ssrcset=/i.test(tag)) return null;
  const src = attributeOf(tag, 'src') ?? '';
  return fileAt(site, src.startsWith('/') ? `${new URL(site.config.siteUrl).origin}${src}` : src);
}

/** `photo-300x200.jpg` is a size of `photo.jpg`. */
const wholeOf = (file: string): string => file.replace(/-\d+x\d+(\.[a-z0-9]+)$/i, '$1');

/** The image with the sources of its file, no wider than it was. */
function withSources(site: Site, tag: string, file: string, media: MediaRecord): Html {
  const sources = sourcesOf(site, media);
  if (!sources) return trusted(tag);
  const shown = Object.values(media.sizes).find((size) => size.file === file);
  if (shown && shown.width === shown.height && shown.width <= 150) return trusted(tag);
  const width = Number(attributeOf(tag, 'width')) || shown?.width || null;
  const sizes = attributeOf(tag, 'sizes') ?? (width === null ? TEXT_IMAGE_SIZES : `(max-width: ${width}px) 100vw, ${width}px`);
  const given = [
    ` srcset="${escapeHtml(sources.jpeg)}"`,
    attributeOf(tag, 'sizes') === null ? ` sizes="${escapeHtml(sizes)}"` : '',
    attributeOf(tag, 'loading') === null ? ' loading="lazy"' : '',
    attributeOf(tag, 'width') === null && attributeOf(tag, 'height') === null ? ` width="${media.width}" height="${media.height}"` : '',
  ].join('');
  const src = shown ? tag : tag.replace(/(\ssrc=")[^"]*"/i, (_all, name: string) => `${name}${escapeHtml(sources.src)}"`);
  const image = trusted(src.replace(/\s*\/?>$/, `${given}>`));
  const smaller = webpSources(sources, sizes);
  return smaller ? html`<picture>${smaller}${image}</picture>` : image;
}

/** The markup of a page in which images of the library name their sizes and the smaller format. One statement where there are such images. */
export async function withResponsiveImages(site: Site, body: Html): Promise<Html> {
  const markup = body.toString();
  const files = new Set<string>();
  for (const [tag] of markup.matchAll(IMAGE)) {
    const file = fileOf(site, tag);
    if (file !== null) files.add(file).add(wholeOf(file));
  }
  if (files.size === 0 || files.size > MAX_IMAGES) return body;
  const known = new Map((await site.db.rows(byFiles, [[...files]])).map((media) => [media.file, media]));
  return trusted(
    markup.replace(IMAGE, (tag) => {
      const file = fileOf(site, tag);
      const media = file === null ? undefined : (known.get(file) ?? known.get(wholeOf(file)));
      return media && file !== null ? withSources(site, tag, file, media).toString() : tag;
    }),
  );
}
