import { Parser } from 'htmlparser2';
import { type Block, parseBlocks } from '#app/core/text/blocks.ts';

/** A reference to an image in the text of a content item. */
export interface NamedImage {
  attachmentId: number;
  /** Alternative text. Null: use the alternative text of the media item. */
  alt: string | null;
  /** URL of the image, used if the media item does not exist. Empty if the text contains no URL. */
  src: string;
}

/** A gallery in the text of a content item, from character `start` up to but not including `end`. */
export interface GalleryMatch {
  start: number;
  end: number;
  columns: string;
  sizeSlug: string;
  opensNewWindow: boolean;
  form: 'block' | 'shortcode';
  /** The images that the text names, or a selection of attached images. */
  images: readonly NamedImage[] | AttachedImagesFilter;
}

/** Selects images that are attached to a content item: those in `include`, or all except those in `exclude` if `include` is empty. */
export interface AttachedImagesFilter {
  /** ID of the content item; 0 for the content item that contains the gallery. */
  parentId: number;
  include: readonly number[];
  exclude: readonly number[];
}

const SHORTCODE = /\[gallery((?:\s[^[\]]*)?)\]/gi;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/]+))/g;

const parseIds = (list: string): number[] =>
  list
    .split(/[\s,]+/)
    .map(Number)
    .filter((number) => Number.isSafeInteger(number) && number > 0);

const toStringOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : fallback;

function parseShortcode(match: RegExpMatchArray): GalleryMatch {
  const attributes = new Map(
    [...(match[1] ?? '').matchAll(ATTRIBUTE)].map(([, name = '', doubleQuoted, singleQuoted, unquoted]) => [
      name.toLowerCase(),
      doubleQuoted ?? singleQuoted ?? unquoted ?? '',
    ]),
  );
  const ids = parseIds(attributes.get('ids') ?? '');
  return {
    start: match.index ?? 0,
    end: (match.index ?? 0) + match[0].length,
    columns: attributes.get('columns') || '3',
    sizeSlug: attributes.get('size') || 'thumbnail',
    opensNewWindow: false,
    form: 'shortcode',
    images:
      ids.length > 0
        ? ids.map((attachmentId) => ({ attachmentId, alt: null, src: '' }))
        : {
            parentId: parseIds(attributes.get('id') ?? '')[0] ?? 0,
            include: parseIds(attributes.get('include') ?? ''),
            exclude: parseIds(attributes.get('exclude') ?? ''),
          },
  };
}

/** Returns the alternative texts and URLs of `<img>` tags, and the IDs in their classes or data attributes. */
function parseImages(html: string): { id: number; alt: string | null; src: string }[] {
  const images: { id: number; alt: string | null; src: string }[] = [];
  const parser = new Parser({
    onopentag(name, { alt, src = '', class: classes = '', 'data-id': dataId = '' }) {
      if (name === 'img') images.push({ id: Number(dataId || /\bwp-image-(\d+)\b/.exec(classes)?.[1]) || 0, alt: alt ?? null, src });
    },
  });
  parser.end(html);
  return images;
}

function listBlockImages(text: string, gallery: Block): NamedImage[] {
  const imagesInBlocks = gallery.children.flatMap((child) => {
    const id = child.name === 'image' ? Number(child.attributes['id']) : 0;
    if (!(id > 0)) return [];
    const [{ alt, src } = { alt: null, src: '' }] = parseImages(text.slice(child.innerStart, child.innerEnd));
    return [{ attachmentId: id, alt, src }];
  });
  if (imagesInBlocks.length > 0) return imagesInBlocks;
  // older gallery blocks have no image blocks
  const ids = gallery.attributes['ids'];
  if (!Array.isArray(ids)) return [];
  const tagsById = new Map(parseImages(text.slice(gallery.innerStart, gallery.innerEnd)).map(({ id, alt, src }) => [id, { alt, src }]));
  return ids.map(Number).flatMap((id) => (id > 0 ? [{ attachmentId: id, ...(tagsById.get(id) ?? { alt: null, src: '' }) }] : []));
}

function findBlockGalleries(text: string, blocks: readonly Block[]): GalleryMatch[] {
  return blocks.flatMap((block): GalleryMatch[] => {
    if (block.name !== 'gallery') return findBlockGalleries(text, block.children);
    const { columns, sizeSlug, linkTarget } = block.attributes;
    const images = listBlockImages(text, block);
    // a gallery without usable images does not change
    if (images.length === 0) return [];
    return [
      {
        start: block.start,
        end: block.end,
        columns: toStringOr(columns, '3'),
        sizeSlug: toStringOr(sizeSlug, 'thumbnail'),
        opensNewWindow: linkTarget === '_blank',
        form: 'block',
        images,
      },
    ];
  });
}

/** Returns the shortcodes and blocks of a text that can be converted to galleries, at any depth, in the order of the text. */
export function findGalleries(text: string): GalleryMatch[] {
  const inBlocks = findBlockGalleries(text, parseBlocks(text));
  const shortcodes = [...text.matchAll(SHORTCODE)]
    .map(parseShortcode)
    .filter(({ start }) => !inBlocks.some((block) => start >= block.start && start < block.end));
  return [...inBlocks, ...shortcodes].sort((a, b) => a.start - b.start);
}
