const WIDTH = 560;
const HEIGHT = 80;
const PADDING = 6;

const round = (value: number) => value.toFixed(1);

/** Renders daily values as an SVG sparkline. Null for fewer than two values. */
export function renderSparkline(values: readonly number[], title: string): string | null {
  if (values.length < 2) return null;
  const max = Math.max(...values, 1);
  const step = (WIDTH - 2 * PADDING) / (values.length - 1);
  const points = values.map(
    (value, index) => `${round(PADDING + index * step)},${round(HEIGHT - PADDING - (value / max) * (HEIGHT - 2 * PADDING))}`,
  );
  const area = `${round(PADDING)},${HEIGHT - PADDING} ${points.join(' ')} ${round(WIDTH - PADDING)},${HEIGHT - PADDING}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
<polygon points="${area}" fill="#ede4f7"/><polyline points="${points.join(' ')}" fill="none" stroke="#5b2a86" stroke-width="2" stroke-linejoin="round"/></svg>`;
}

/** Converts the SVG to PNG at double size for high-resolution screens. */
export async function renderSparklinePng(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return await sharp(Buffer.from(svg), { density: 144 }).flatten({ background: '#ffffff' }).png().toBuffer();
}
