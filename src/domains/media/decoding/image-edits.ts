import type { Sharp } from 'sharp';
import { isTooLarge, RefusedImage } from './image-bounds.ts';

/** One edit of an image. Angles are in degrees, clockwise. Positions and lengths are percentages of the image after the previous edits. */
export type ImageEdit =
  | { rotate: { angle: number } }
  | { crop: { left: number; top: number; width: number; height: number } }
  | { flip: { horizontal: boolean; vertical: boolean } };

interface PixelImage {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

type Library = typeof import('sharp').default;

async function toPixels(image: Sharp): Promise<PixelImage> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Throws `RefusedImage` if the image would be too large after a rotation, which enlarges the bounding box. `angle` is in degrees. */
function checkRotatedSize({ width, height }: PixelImage, angle: number): void {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  if (isTooLarge(Math.ceil(width * cos + height * sin), Math.ceil(width * sin + height * cos))) throw new RefusedImage('too-big');
}

/** Converts percentages to a box in pixels, limited to the image. Throws `RefusedImage` if nothing remains. */
function computeCropBox(picture: PixelImage, { left, top, width, height }: { left: number; top: number; width: number; height: number }) {
  const pixels = (length: number, percent: number) => Math.round((length * percent) / 100);
  const position = { left: pixels(picture.width, left), top: pixels(picture.height, top) };
  const size = {
    width: Math.min(pixels(picture.width, width), picture.width - position.left),
    height: Math.min(pixels(picture.height, height), picture.height - position.top),
  };
  if (position.left < 0 || position.top < 0 || size.width < 1 || size.height < 1) throw new RefusedImage('cropped-away');
  return { ...position, ...size };
}

/**
 * Applies the edits in order and returns the pixels. The orientation of the metadata is applied first. Of an animation, only the first frame remains.
 * Corners that a rotation leaves empty are transparent. Throws `RefusedImage` if the result is empty or too large.
 */
export async function applyEdits(sharp: Library, image: Sharp, edits: readonly ImageEdit[]): Promise<PixelImage> {
  let picture = await toPixels(image.autoOrient().toColourspace('srgb').ensureAlpha());
  for (const edit of edits) {
    const { data, width, height, channels } = picture;
    const openPixels = () => sharp(data, { raw: { width, height, channels } });
    if ('rotate' in edit) {
      const angle = edit.rotate.angle % 360;
      if (angle === 0) continue;
      checkRotatedSize(picture, angle);
      picture = await toPixels(openPixels().rotate(angle, { background: { r: 0, g: 0, b: 0, alpha: 0 } }));
    } else if ('crop' in edit) {
      picture = await toPixels(openPixels().extract(computeCropBox(picture, edit.crop)));
    } else {
      picture = await toPixels(openPixels().flip(edit.flip.vertical).flop(edit.flip.horizontal));
    }
  }
  return picture;
}
