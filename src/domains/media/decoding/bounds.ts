/** Decoded, 50 million pixels are about 200 MB; a moving image counts with all its frames. */
export const MAX_PIXELS = 50_000_000;
/** What the formats and browsers can hold. */
export const LONGEST_SIDE = 16_383;

/** Whether an image of these dimensions is more than is decoded; `frames` of them where it moves. */
export function isTooLarge(width: number, height: number, frames = 1): boolean {
  return Math.max(width, height) > LONGEST_SIDE || width * height * frames > MAX_PIXELS;
}

/** Why an image is not taken: it is too large for its limits, it cannot be read, or a cut leaves nothing of it. */
export type ImageRefusal = 'too-big' | 'broken' | 'cropped-away';

/** An image that is not taken. */
export class RefusedImage extends Error {
  readonly reason: ImageRefusal;
  constructor(reason: ImageRefusal) {
    super(`The image is ${reason}`);
    this.name = 'RefusedImage';
    this.reason = reason;
  }
}
