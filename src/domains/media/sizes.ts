/** A size in which a rendition is created of every larger image. */
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

/** Returns the sort position of a size. The original and unknown sizes come last. */
export function placeOfSize(name: string): number {
  const place = sizes.findIndex((size) => size.name === name);
  return place === -1 ? sizes.length : place;
}
