import type { Sharp } from 'sharp';
import type { FileType } from '../file-types.ts';
import { type Size, sizes } from '../sizes.ts';
import { isTooLarge, MAX_PIXELS, RefusedImage } from './bounds.ts';
import { editedPixels, type ImageEdit } from './image-edits.ts';
import { once } from '#app/core/async/once.ts';

/** One image as it will be stored. */
export interface EncodedImage {
  content: Buffer;
  width: number;
  height: number;
}

/** An image rewritten with its renditions, by name of the size. */
export interface PreparedImage {
  full: EncodedImage;
  sizes: ReadonlyMap<string, EncodedImage>;
  /** Files for pages beside these, by the names that `Media.variants` has for them. */
  variants: ReadonlyMap<string, EncodedVariant>;
}

/** A further file of an image, whose format may be another one. */
export interface EncodedVariant extends EncodedImage {
  format: 'webp' | 'jpeg';
}

/** No screen shows more of a picture; the longest side of what is stored, as WordPress scales it. */
const LONGEST_STORED_SIDE = 2560;
/** What previews of links show, as their makers recommend. */
const SOCIAL = { width: 1200, height: 630 };
/** Formats that every mail program and browser knows and that WebP is smaller than. */
const HAS_SMALLER: ReadonlySet<Format> = new Set(['jpeg', 'png']);

/** Images up to this size may be as empty as they like. */
const FREE_PIXELS = 4_000_000;
/** A photograph has a few, a drawing some hundred; beyond that a file was made to cost more than it brings. */
const MAX_PIXELS_A_BYTE = 5000;

type Library = typeof import('sharp').default;

/** Only what our library takes is ever decoded, whatever a file pretends to be. */
const load = once(async (): Promise<Library> => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  });
  sharp.cache(false);
  return sharp;
});

/** A format in which images are written. */
export type Format = NonNullable<FileType['image']>;

function encode(image: Sharp, format: Format): Sharp {
  switch (format) {
    case 'jpeg':
      // JPEG has no transparency: what is transparent would be black
      return image.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true });
    case 'png':
      return image.png();
    case 'gif':
      return image.gif();
    case 'webp':
      return image.webp({ quality: 82 });
    case 'avif':
      return image.avif({ quality: 55, effort: 3 });
  }
}

/** Reads one image's content in some way. */
type Opener = (options: { animated: boolean; limitInputPixels?: false }) => Sharp;

/** Looks at the dimensions before a pixel is decoded. */
async function measure(open: Opener, bytes: number): Promise<{ isTooBig: boolean; isAnimated: boolean }> {
  // the limit is ours to apply here, so that the refusal can say what is wrong
  const { width, height, pageHeight, pages = 1 } = await open({ animated: true, limitInputPixels: false }).metadata();
  const frame = pageHeight ?? height;
  const pixels = width * frame * pages;
  const isHollow = pixels > FREE_PIXELS && pixels / bytes > MAX_PIXELS_A_BYTE;
  return { isTooBig: isTooLarge(width, frame, pages) || isHollow, isAnimated: pages > 1 };
}

const written = (image: Sharp, format: Format): Promise<EncodedImage> => writtenWith(encode(image, format));

async function writtenWith(image: Sharp): Promise<EncodedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.pageHeight ?? info.height };
}

async function rendition(open: Opener, full: EncodedImage, size: Size, format: Format): Promise<EncodedImage | null> {
  const { width, height } = size;
  if (full.width <= width && (height === undefined || full.height <= height)) return null;
  const box = size.isCropped
    ? { width: Math.min(width, full.width), height: Math.min(height ?? width, full.height), fit: 'cover' as const }
    : { width, ...(height !== undefined && { height }), fit: 'inside' as const };
  return await written(open({ animated: false }).autoOrient().resize(box), format);
}

/** A still image, upright and no larger than anyone sees; a moving one as it is. */
function capped(open: Opener, isAnimated: boolean): Sharp {
  if (isAnimated) return open({ animated: true });
  return open({ animated: false })
    .autoOrient()
    .resize({ width: LONGEST_STORED_SIDE, height: LONGEST_STORED_SIDE, fit: 'inside', withoutEnlargement: true });
}

/** The image at this size in WebP; null where that would not be smaller. */
async function webpOf(open: Opener, { width, height, content }: EncodedImage): Promise<EncodedVariant | null> {
  const made = await writtenWith(open({ animated: false }).autoOrient().resize({ width, height, fit: 'cover' }).webp({ quality: 72 }));
  return made.content.length < content.length ? { ...made, format: 'webp' } : null;
}

async function socialOf(open: Opener, full: EncodedImage): Promise<EncodedVariant | null> {
  if (full.width < SOCIAL.width || full.height < SOCIAL.height) return null;
  const image = open({ animated: false })
    .autoOrient()
    .resize({ ...SOCIAL, fit: 'cover', position: 'attention' });
  return { ...(await writtenWith(image.flatten({ background: '#ffffff' }).jpeg({ quality: 78, progressive: true }))), format: 'jpeg' };
}

async function variantsOf(open: Opener, full: EncodedImage, made: ReadonlyMap<string, EncodedImage>, format: Format) {
  const variants = new Map<string, EncodedVariant>();
  const add = (name: string, one: EncodedVariant | null) => one && variants.set(name, one);
  if (HAS_SMALLER.has(format)) {
    add('webp', await webpOf(open, full));
    for (const size of sizes) {
      const one = size.isCropped ? undefined : made.get(size.name);
      if (one) add(`webp:${size.name}`, await webpOf(open, one));
    }
  }
  add('social', await socialOf(open, full));
  return variants;
}

async function reencode(open: Opener, format: Format, isAnimated: boolean): Promise<PreparedImage> {
  const full = await written(capped(open, isAnimated), format);
  const made = new Map<string, EncodedImage>();
  for (const size of sizes) {
    const one = await rendition(open, full, size, format);
    if (one) made.set(size.name, one);
  }
  return { full, sizes: made, variants: isAnimated ? new Map() : await variantsOf(open, full, made, format) };
}

/** What the image library says of an image that it cannot read, in a word of ours. */
const orBroken = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof RefusedImage ? error : new RefusedImage('broken');
  });

async function writeEdited(sharp: Library, open: Opener, format: Format, edits: readonly ImageEdit[]): Promise<PreparedImage> {
  const { data, ...raw } = await editedPixels(sharp, open({ animated: false }), edits);
  return await reencode(() => sharp(data, { raw }), format, false);
}

/**
 * Decodes an image and writes it again, upright, with its renditions, and no larger than screens show. What is not pixels is gone: camera, place, comments, previews, and
 * whatever stood behind the image. Moving images keep moving at full size, unless they are edited. Throws `RefusedImage`.
 */
export async function reencodeImage(content: Buffer, format: Format, edits: readonly ImageEdit[] = []): Promise<PreparedImage> {
  const sharp = await load();
  const open: Opener = (options) => sharp(content, { failOn: 'error', limitInputPixels: MAX_PIXELS, ...options });
  const { isTooBig, isAnimated } = await orBroken(measure(open, content.length));
  if (isTooBig) throw new RefusedImage('too-big');
  return await orBroken(edits.length > 0 ? writeEdited(sharp, open, format, edits) : reencode(open, format, isAnimated));
}
