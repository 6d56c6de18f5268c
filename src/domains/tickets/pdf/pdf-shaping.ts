type HarfBuzz = typeof import('harfbuzzjs');

/** Loads HarfBuzz for the first document that needs it. */
export const loadHarfBuzz = (): Promise<HarfBuzz> => import('harfbuzzjs');

/** The layout interface of fonts in PDFKit. The default implementation, fontkit, lacks rules for Indic and South-East Asian scripts. */
interface LayoutFont {
  getGlyph(id: number, codePoints: number[]): { advanceWidth: number };
  layout(text: string): { glyphs: unknown[]; positions: object[]; advanceWidth: number };
}

/**
 * Returns the code points of a text by the start of their cluster. The first glyph of a cluster represents the whole cluster, so that text can be
 * copied.
 */
function groupClusters(text: string, starts: readonly number[]): Map<number, number[]> {
  const sorted = [...new Set(starts)].sort((a, b) => a - b);
  return new Map(
    sorted.map((start, index) => [start, Array.from(text.slice(start, sorted[index + 1]), (letter) => letter.codePointAt(0) ?? 0)]),
  );
}

/** Makes HarfBuzz shape text in the current font of the document. `file` is the font's file. Throws if the font cannot be used. */
export function shapeWithHarfBuzz(pdf: PDFKit.PDFDocument, file: Buffer, { Blob, Buffer: Text, Face, Font, shape }: HarfBuzz): void {
  // PDFKit stores the opened font here, and has no other way to add a shaper
  const { font } = (pdf as unknown as { _font: { font: LayoutFont } })._font;
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
    const clusters = groupClusters(
      text,
      infos.map(({ cluster }) => cluster),
    );
    const glyphs = infos.map(({ codepoint, cluster }) => {
      const codePoints = clusters.get(cluster) ?? [];
      clusters.delete(cluster);
      return font.getGlyph(codepoint, codePoints);
    });
    // PDFKit scales the positions in place, and then reads the width of the run
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
