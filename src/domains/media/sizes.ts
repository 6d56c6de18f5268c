/** A rendition that is made of every larger image. */
export interface Size {
  name: string;
  width: number;
  /** None: the width alone decides. */
  height?: number;
  /** Filled and cut off instead of fitted. */
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

/** Place of a size among the others; the image itself, and sizes that nobody knows any more, come last. */
export function placeOfSize(name: string): number {
  const place = sizes.findIndex((size) => size.name === name);
  return place === -1 ? sizes.length : place;
}
