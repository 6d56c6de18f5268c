import bidiFactory from 'bidi-js';
import { type GetFont, isSpaceless, type Weight } from './pdf-fonts.ts';

type Pdf = PDFKit.PDFDocument;

/** Format and position of a text; `y` is the top of its first line. */
export interface TextBox {
  x: number;
  y: number;
  width: number;
  size: number;
  weight: Weight;
  /** Maximum number of lines; further text is cut. */
  lines: number;
  isCentered?: boolean;
}

// the types of the library are written for bundlers
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter();
const splitSegments = (segmenter: Intl.Segmenter, text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Options for shaping a piece as a whole. By default, PDFKit shapes word by word and places all words from left to right. */
const shapeWhole: { features: [] } = { features: [] };

/** Height of a line, and of its letters above the baseline, relative to the font size. */
const LINE_HEIGHT = 1.3;
const ASCENT = 0.95;

interface Piece {
  font: string;
  text: string;
}

/** Splits a text in logical order into pieces with one font each. */
function splitPieces(text: string, getFont: GetFont, weight: Weight): Piece[] {
  const pieces: Piece[] = [];
  for (const letter of splitSegments(graphemes, text)) {
    const font = getFont(letter, weight);
    const last = pieces.at(-1);
    if (last?.font === font) last.text += letter;
    else pieces.push({ font, text: letter });
  }
  return pieces;
}

/** Returns the pieces of a line from left to right. Right-to-left pieces stay whole, in logical order (UAX 9). */
function orderPieces(line: string, direction: 'ltr' | 'rtl', getFont: GetFont, weight: Weight): Piece[] {
  const levels = bidi.getEmbeddingLevels(line, direction);
  const order = bidi.getReorderedIndices(line, levels);
  const pieces: Piece[] = [];
  for (let start = 0; start < order.length; ) {
    const level = levels.levels[order[start] as number] as number;
    const step = level % 2 === 1 ? -1 : 1;
    let end = start + 1;
    while (end < order.length && order[end] === (order[end - 1] as number) + step && levels.levels[order[end] as number] === level) end++;
    const [from, to] = [
      Math.min(order[start] as number, order[end - 1] as number),
      Math.max(order[start] as number, order[end - 1] as number),
    ];
    const text = line.slice(from, to + 1);
    const mirrored = step === 1 ? text : text.replace(/./gsu, (letter) => bidi.getMirroredCharacter(letter) ?? letter);
    const parts = splitPieces(mirrored, getFont, weight);
    pieces.push(...(step === 1 ? parts : parts.reverse()));
    start = end;
  }
  return pieces;
}

/** Draws a text of any script with line breaks, and returns the y position below. */
export function drawText(pdf: Pdf, getFont: GetFont, text: string, { x, y, width, size, weight, lines, isCentered }: TextBox): number {
  const measureWidth = ({ font, text: piece }: Piece) => pdf.font(font).fontSize(size).widthOfString(piece, shapeWhole);
  const measure = (part: string) => splitPieces(part.trimEnd(), getFont, weight).reduce((sum, piece) => sum + measureWidth(piece), 0);
  // words with their spaces; for scripts without spaces, words from a dictionary; letters if a word is too long for a line
  const parts = (text.match(/\S+\s*/g) ?? [])
    .flatMap((word) => (isSpaceless(word) ? splitSegments(words, word) : [word]))
    .flatMap((word) => (measure(word) > width ? splitSegments(graphemes, word) : [word]));
  const allLines = [''];
  for (const part of parts) {
    const line = allLines.at(-1) ?? '';
    if (line === '' || measure(line + part) <= width) allLines[allLines.length - 1] = line + part;
    else allLines.push(part);
  }
  const visibleLines = allLines.slice(0, lines).map((line) => line.trimEnd());
  if (allLines.length > lines) {
    const letters = splitSegments(graphemes, visibleLines.pop() ?? '');
    while (letters.length > 0 && measure(`${letters.join('')}…`) > width) letters.pop();
    visibleLines.push(`${letters.join('')}…`);
  }
  // each line uses the direction of the whole text, even if it starts with the other one
  const direction = (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
  visibleLines.forEach((line, index) => {
    let left = isCentered ? x + (width - measure(line)) / 2 : x;
    for (const piece of orderPieces(line, direction, getFont, weight)) {
      const advance = measureWidth(piece);
      pdf.text(piece.text, left, y + (index * LINE_HEIGHT + ASCENT) * size, { ...shapeWhole, lineBreak: false, baseline: 'alphabetic' });
      left += advance;
    }
  });
  return y + visibleLines.length * LINE_HEIGHT * size;
}
