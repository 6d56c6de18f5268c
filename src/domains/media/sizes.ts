/** A size of renditions in pixels. Each image that is larger gets a rendition of this size. */
export interface Size {
  name: string;
  width: number;
  /** Without a height, only the width is limited. */
  height?: number;
  /** True if the image fills the box and is cropped, instead of fitting into it. */
  isCropped?: true;
}

export const sizes: readonly Size[] = [
  { name: 'thumbnail', width: 150, height: 150, isCropped: true },
  { name: 'medium', width: 300, height: 300 },
  { name: 'medium_large', width: 768 },
  { name: 'large', width: 1024, height: 1024 },
  { name: '1536x1536', width: 1536, height: 1536 },
  { name: '2048x2048', width: 2048, height: 2048 },
];

/** Returns the sort position of a size. The original and unknown sizes are last. */
export function getSizePosition(name: string): number {
  const index = sizes.findIndex((size) => size.name === name);
  return index === -1 ? sizes.length : index;
}
