const LEAST_WIDTH = 200;
const MOST_WIDTH = 600;
const LEAST_HEIGHT = 200;
const MOST_INT = 2_147_483_647;

/**
 * A count out of whatever a client sent: the whole number at the beginning of a text or number, without its sign, 0 where there is none
 * (core-rest.md 9.1: `abc` → 0, `-400` → 400). Never refuses.
 */
export function countOf(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = typeof value === 'number' ? value : Number(/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?/i.exec(typeof value === 'string' ? value : '')?.[0] ?? 0);
  return Number.isNaN(number) ? 0 : Math.min(Math.trunc(Math.abs(number)), MOST_INT);
}

/** Width and height in pixels of an embed that may be so wide: 200 to 600 wide, 16:9, at least 200 high. */
export function embedSize(maxWidth: number): { width: number; height: number } {
  const width = Math.min(Math.max(maxWidth, LEAST_WIDTH), MOST_WIDTH);
  return { width, height: Math.max(LEAST_HEIGHT, Math.ceil((width / 16) * 9)) };
}
