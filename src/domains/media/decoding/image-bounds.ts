/** Maximum number of pixels, summed over all frames of an animation. 50 million pixels take about 200 MB. */
export const MAX_PIXELS = 50_000_000;
/** Maximum side length that the formats and browsers support. */
export const MAX_SIDE = 16_383;

/** True if an image of this size and number of frames is too large to decode. */
export function isTooLarge(width: number, height: number, frames = 1): boolean {
  return Math.max(width, height) > MAX_SIDE || width * height * frames > MAX_PIXELS;
}

/** Reason for rejecting an image: too large, unreadable, or cropped to nothing. */
export type ImageRefusal = 'too-big' | 'broken' | 'cropped-away';

/** Error for a rejected image. */
export class RefusedImage extends Error {
  readonly reason: ImageRefusal;
  constructor(reason: ImageRefusal) {
    super(`The image is ${reason}`);
    this.name = 'RefusedImage';
    this.reason = reason;
  }
}
