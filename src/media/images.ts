import type { Sharp } from 'sharp';
import { invalid } from '../core/failure.ts';
import type { FileType } from './file-types.ts';
import { type Size, sizes } from './sizes.ts';
import { takingTurns } from './turns.ts';

/** One image as it will be stored. */
export interface EncodedImage {
  content: Buffer;
  width: number;
  height: number;
}

/** An image written anew with its renditions, by name of the size. */
export interface PreparedImage {
  full: EncodedImage;
  sizes: ReadonlyMap<string, EncodedImage>;
}

/** Decoded, 50 million pixels are about 200 MB; a moving image counts with all its frames. */
export const MOST_PIXELS = 50_000_000;
/** What the formats and browsers can hold. */
const LONGEST_SIDE = 16_383;
const SECONDS = 30;

type Library = typeof import('sharp').default;

let loading: Promise<Library> | undefined;

/** Loaded when the first image comes. Only what our library takes is ever decoded, whatever a file pretends to be. */
async function load(): Promise<Library> {
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
}

const inTurn = takingTurns(2);

type Format = NonNullable<FileType['image']>;

function encode(image: Sharp, format: Format): Sharp {
  const timed = image.timeout({ seconds: SECONDS });
  switch (format) {
    case 'jpeg':
      return timed.jpeg({ quality: 82, progressive: true });
    case 'png':
      return timed.png();
    case 'gif':
      return timed.gif();
    case 'webp':
      return timed.webp({ quality: 82 });
    case 'avif':
      return timed.avif({ quality: 55, effort: 3 });
  }
}

/** Reads one image's content in some way. */
type Opener = (options: { animated: boolean; limitInputPixels?: false }) => Sharp;

const tooBig = () =>
  invalid(
    'rest_upload_file_too_big',
    `This image is too big. It may have ${MOST_PIXELS / 1_000_000} million pixels, and ${LONGEST_SIDE} on a side.`,
  );
const broken = () => invalid('rest_upload_sideload_error', 'This image is damaged or incomplete.');

async function measure(open: Opener): Promise<{ isTooBig: boolean; isAnimated: boolean }> {
  // the limit is ours to apply here, so that the refusal can say what is wrong
  const { width, height, pageHeight, pages = 1 } = await open({ animated: true, limitInputPixels: false }).metadata();
  const frame = pageHeight ?? height;
  return { isTooBig: Math.max(width, frame) > LONGEST_SIDE || width * frame * pages > MOST_PIXELS, isAnimated: pages > 1 };
}

async function written(image: Sharp, format: Format): Promise<EncodedImage> {
  const { data, info } = await encode(image, format).toBuffer({ resolveWithObject: true });
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

async function writeAnew(open: Opener, format: Format, isAnimated: boolean): Promise<PreparedImage> {
  const image = open({ animated: isAnimated });
  const full = await written(isAnimated ? image : image.autoOrient(), format);
  const made = new Map<string, EncodedImage>();
  for (const size of sizes) {
    const one = await rendition(open, full, size, format);
    if (one) made.set(size.name, one);
  }
  return { full, sizes: made };
}

/** What the image library says of an image that it cannot read, in the words of ours. */
const orBroken = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw broken();
  });

/**
 * Decodes an image and writes it anew, upright and with its renditions. What is not pixels is gone: camera, place, comments, previews, and
 * whatever stood behind the image. Moving images keep moving at full size. Throws `rest_upload_file_too_big` and
 * `rest_upload_sideload_error` (damaged, cut off), both 400.
 */
export async function prepareImage(content: Buffer, format: Format): Promise<PreparedImage> {
  const sharp = await (loading ??= load());
  const open: Opener = (options) => sharp(content, { failOn: 'error', limitInputPixels: MOST_PIXELS, ...options });
  return await inTurn(async () => {
    const { isTooBig, isAnimated } = await orBroken(measure(open));
    if (isTooBig) throw tooBig();
    return await orBroken(writeAnew(open, format, isAnimated));
  });
}
