type HarfBuzz = typeof import('harfbuzzjs');

/** Loads HarfBuzz for the first document that needs it. */
export const harfbuzz = (): Promise<HarfBuzz> => import('harfbuzzjs');

/** What PDFKit asks of a font to lay a text out: fontkit's own rules miss forms of Indic and South-East Asian scripts. */
interface Layouted {
  getGlyph(id: number, codePoints: number[]): { advanceWidth: number };
  layout(text: string): { glyphs: unknown[]; positions: object[]; advanceWidth: number };
}

/** Code points of a text by the place of their cluster; the first glyph of a cluster stands for all of it, so that the text can be copied. */
function clustersOf(text: string, starts: readonly number[]): Map<number, number[]> {
  const sorted = [...new Set(starts)].sort((a, b) => a - b);
  return new Map(sorted.map((start, at) => [start, Array.from(text.slice(start, sorted[at + 1]), (letter) => letter.codePointAt(0) ?? 0)]));
}

/** Has HarfBuzz shape what the document writes in its present font, whose file this is. Throws for a font that no text can be written in. */
export function shapeWithHarfBuzz(pdf: PDFKit.PDFDocument, file: Buffer, { Blob, Buffer: Text, Face, Font, shape }: HarfBuzz): void {
  // where PDFKit keeps the opened font; it has no other way to bring a shaper
  const { font } = (pdf as unknown as { _font: { font: Layouted } })._font;
  const shaper = new Font(new Face(new Blob(new Uint8Array(file).buffer)));
  font.layout = (text) => {
    const buffer = new Text();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer
      .getGlyphPositions()
      .map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }));
    const clusters = clustersOf(
      text,
      infos.map(({ cluster }) => cluster),
    );
    const glyphs = infos.map(({ codepoint, cluster }) => {
      const codePoints = clusters.get(cluster) ?? [];
      clusters.delete(cluster);
      return font.getGlyph(codepoint, codePoints);
    });
    // PDFKit scales the positions in place, and reads the width of the run afterwards
    const width = () => positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return {
      glyphs,
      positions,
      get advanceWidth() {
        return width();
      },
    };
  };
  pdf.widthOfString(' ');
}
