const MIN_WIDTH = 200;
const MAX_WIDTH = 600;
const MIN_HEIGHT = 200;

/** Returns the width and height of an embed in pixels: 200 to 600 wide, 16:9, at least 200 high. */
export function computeEmbedSize(maxWidth: number): { width: number; height: number } {
  const width = Math.min(Math.max(maxWidth, MIN_WIDTH), MAX_WIDTH);
  return { width, height: Math.max(MIN_HEIGHT, Math.ceil((width / 16) * 9)) };
}
