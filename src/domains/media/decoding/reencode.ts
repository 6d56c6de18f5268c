import type { Sharp } from 'sharp';
import type { FileType } from '../file-types.ts';
import { type Size, sizes } from '../sizes.ts';
import { isTooLarge, MAX_PIXELS, RefusedImage } from './image-bounds.ts';
import { applyEdits, type ImageEdit } from './image-edits.ts';
import { once } from '#app/core/async/once.ts';

/** An encoded image. */
export interface EncodedImage {
  content: Buffer;
  width: number;
  height: number;
}

/** A re-encoded image with its renditions. */
export interface PreparedImage {
  full: EncodedImage;
  /** Renditions by name of the size. */
  sizes: ReadonlyMap<string, EncodedImage>;
  /** Additional files for pages, by name in `Media.variants`. */
  variants: ReadonlyMap<string, EncodedVariant>;
}

/** An additional file of an image, possibly in another format. */
export interface EncodedVariant extends EncodedImage {
  format: 'webp' | 'jpeg';
}

/** Maximum side length of stored images in pixels, as in WordPress. Few screens show more. */
const MAX_STORED_SIDE = 2560;
/** Size of link previews in pixels that social networks recommend. */
const SOCIAL = { width: 1200, height: 630 };
/** Formats for which a smaller WebP file is created for pages. Mails use the original, because every mail program supports it. */
const FORMATS_WITH_WEBP: ReadonlySet<Format> = new Set(['jpeg', 'png']);

/** Number of pixels up to which an image may have any number of pixels per byte. */
const FREE_PIXELS = 4_000_000;
/** Maximum number of pixels per byte. Photographs have a few, drawings a few hundred. A higher number indicates a decompression bomb. */
const MAX_PIXELS_PER_BYTE = 5000;

type Library = typeof import('sharp').default;

/** Loads the image library and enables only the decoders for accepted formats, so that no file can select another decoder. */
const loadLibrary = once(async (): Promise<Library> => {
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

/** Format for encoding images. */
export type Format = NonNullable<FileType['image']>;

function encode(image: Sharp, format: Format): Sharp {
  switch (format) {
    case 'jpeg':
      // JPEG has no transparency: transparent pixels would become black
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

/** Opens an image with the given options of the image library. */
type Opener = (options: { animated: boolean; limitInputPixels?: false }) => Sharp;

/** Checks the size of an image by its metadata, before any pixels are decoded. `bytes` is the size of the file. */
async function measure(open: Opener, bytes: number): Promise<{ isTooBig: boolean; isAnimated: boolean }> {
  // disables the library's own limit, so that a specific error can be thrown
  const { width, height, pageHeight, pages = 1 } = await open({ animated: true, limitInputPixels: false }).metadata();
  const frame = pageHeight ?? height;
  const pixels = width * frame * pages;
  const isTooDense = pixels > FREE_PIXELS && pixels / bytes > MAX_PIXELS_PER_BYTE;
  return { isTooBig: isTooLarge(width, frame, pages) || isTooDense, isAnimated: pages > 1 };
}

const encodeAs = (image: Sharp, format: Format): Promise<EncodedImage> => toEncodedImage(encode(image, format));

async function toEncodedImage(image: Sharp): Promise<EncodedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.pageHeight ?? info.height };
}

async function createRendition(open: Opener, full: EncodedImage, size: Size, format: Format): Promise<EncodedImage | null> {
  const { width, height } = size;
  if (full.width <= width && (height === undefined || full.height <= height)) return null;
  const box = size.isCropped
    ? { width: Math.min(width, full.width), height: Math.min(height ?? width, full.height), fit: 'cover' as const }
    : { width, ...(height !== undefined && { height }), fit: 'inside' as const };
  return await encodeAs(open({ animated: false }).autoOrient().resize(box), format);
}

/** Orients and downsizes a still image. Leaves an animation unchanged. */
function orientAndDownsize(open: Opener, isAnimated: boolean): Sharp {
  if (isAnimated) return open({ animated: true });
  return open({ animated: false })
    .autoOrient()
    .resize({ width: MAX_STORED_SIDE, height: MAX_STORED_SIDE, fit: 'inside', withoutEnlargement: true });
}

/** Encodes the image at the same size as WebP. Returns null if the WebP file is not smaller. */
async function createWebp(open: Opener, { width, height, content }: EncodedImage): Promise<EncodedVariant | null> {
  const webp = await toEncodedImage(open({ animated: false }).autoOrient().resize({ width, height, fit: 'cover' }).webp({ quality: 72 }));
  return webp.content.length < content.length ? { ...webp, format: 'webp' } : null;
}

async function createSocialImage(open: Opener, full: EncodedImage): Promise<EncodedVariant | null> {
  if (full.width < SOCIAL.width || full.height < SOCIAL.height) return null;
  const image = open({ animated: false })
    .autoOrient()
    .resize({ ...SOCIAL, fit: 'cover', position: 'attention' });
  return { ...(await toEncodedImage(image.flatten({ background: '#ffffff' }).jpeg({ quality: 78, progressive: true }))), format: 'jpeg' };
}

async function createVariants(open: Opener, full: EncodedImage, renditions: ReadonlyMap<string, EncodedImage>, format: Format) {
  const variants = new Map<string, EncodedVariant>();
  const add = (name: string, image: EncodedVariant | null) => image && variants.set(name, image);
  if (FORMATS_WITH_WEBP.has(format)) {
    add('webp', await createWebp(open, full));
    for (const size of sizes) {
      const image = size.isCropped ? undefined : renditions.get(size.name);
      if (image) add(`webp:${size.name}`, await createWebp(open, image));
    }
  }
  add('social', await createSocialImage(open, full));
  return variants;
}

async function reencode(open: Opener, format: Format, isAnimated: boolean): Promise<PreparedImage> {
  const full = await encodeAs(orientAndDownsize(open, isAnimated), format);
  const renditions = new Map<string, EncodedImage>();
  for (const size of sizes) {
    const image = await createRendition(open, full, size, format);
    if (image) renditions.set(size.name, image);
  }
  return { full, sizes: renditions, variants: isAnimated ? new Map() : await createVariants(open, full, renditions, format) };
}

/** Converts errors of the image library to `RefusedImage`. */
const withRefusal = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof RefusedImage ? error : new RefusedImage('broken');
  });

async function reencodeEdited(sharp: Library, open: Opener, format: Format, edits: readonly ImageEdit[]): Promise<PreparedImage> {
  const { data, ...raw } = await applyEdits(sharp, open({ animated: false }), edits);
  return await reencode(() => sharp(data, { raw }), format, false);
}

/**
 * Decodes and re-encodes an image and its renditions. Applies the orientation of the metadata, downsizes the image to `MAX_STORED_SIDE`, and removes
 * all metadata (camera, location, comments, previews) and any data after the image. An animation without edits stays animated and is not downsized.
 * Throws `RefusedImage`.
 */
export async function reencodeImage(content: Buffer, format: Format, edits: readonly ImageEdit[] = []): Promise<PreparedImage> {
  const sharp = await loadLibrary();
  const open: Opener = (options) => sharp(content, { failOn: 'error', limitInputPixels: MAX_PIXELS, ...options });
  const { isTooBig, isAnimated } = await withRefusal(measure(open, content.length));
  if (isTooBig) throw new RefusedImage('too-big');
  return await withRefusal(edits.length > 0 ? reencodeEdited(sharp, open, format, edits) : reencode(open, format, isAnimated));
}
