import { expect, it } from 'vitest';
import { drawText } from '../../src/domains/tickets/pdf/pdf-text.ts';

/** Returns the drawn texts with their position, from a fake library in which every letter is ten points wide. */
function drawTexts(
  text: string,
  box: { width?: number; lines?: number; isCentered?: boolean } = {},
): [text: string, x: number, y: number][] {
  const pieces: [string, number, number][] = [];
  const pdf = {
    font: () => pdf,
    fontSize: () => pdf,
    widthOfString: (piece: string) => Array.from(piece).length * 10,
    text: (piece: string, x: number, y: number) => void pieces.push([piece, x, y]),
  };
  const place = { x: 0, y: -9.5, width: 1000, size: 10, weight: 'plain', lines: 3, ...box } as const;
  drawText(pdf as never, (letter) => (/\p{sc=Han}/u.test(letter) ? 'han' : 'latin'), text, place);
  return pieces;
}

it('Right-to-left text is drawn in visual order, with embedded numbers and names of other scripts', () => {
  expect(drawTexts('Ann אב גד 12')).toEqual([
    ['Ann ', 0, 0],
    ['12', 40, 0],
    ['אב גד ', 60, 0],
  ]);
  expect(drawTexts('אב (גד) Ann').map(([text]) => text)).toEqual(['Ann', 'אב )גד( ']);
});

it('A later line has the direction of the whole text', () => {
  expect(drawTexts('אבגד Ann הו', { width: 60 })).toEqual([
    ['אבגד', 0, 0],
    [' הו', 0, 13],
    ['Ann', 30, 13],
  ]);
});

it('Lines break at spaces, between letters of scripts without spaces, and within words that are too long; the rest is cut off', () => {
  const lines = (text: string, width: number, count = 9) => drawTexts(text, { width, lines: count }).map(([line]) => line);
  expect(lines('one two three', 70)).toEqual(['one two', 'three']);
  expect(lines('abcdefgh', 30)).toEqual(['abc', 'def', 'gh']);
  expect(lines('大阪大阪大阪', 40).join('|')).toBe('大阪大阪|大阪');
  expect(lines('one two three four', 70, 2)).toEqual(['one two', 'three…']);
});

it('Text in several fonts shares one line, centered on request', () => {
  expect(drawTexts('A大B', { width: 100, isCentered: true })).toEqual([
    ['A', 35, 0],
    ['大', 45, 0],
    ['B', 55, 0],
  ]);
});
