import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCsvStream, formatCsv, formatTsvLine } from '../../src/core/text/csv.ts';

/** Reads a table by RFC 4180, with any line break as the end of a record, like tolerant programs. */
function read(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let position = 0;
  while (position < text.length) {
    let cell = '';
    if (text[position] === '"') {
      for (position += 1; ; position += 1) {
        if (text.startsWith('""', position)) position += 1;
        else if (text[position] === '"') break;
        if (position >= text.length) throw new Error('A quotation mark is not closed.');
        cell += text[position];
      }
      position += 1;
    } else {
      while (position < text.length && text[position] !== separator && !'\r\n'.includes(text[position] as string)) cell += text[position++];
    }
    record.push(cell);
    if (text[position] === separator) {
      position += 1;
      continue;
    }
    if (position < text.length && !'\r\n'.includes(text[position] as string))
      throw new Error(`A cell continues after its end, at position ${position}.`);
    if (text.startsWith('\r\n', position)) position += 1;
    position += 1;
    records.push(record);
    record = [];
  }
  return records;
}

const characters = ['\r', '\n', '\r\n', '\t', '"', ',', ';', '=', '+', '-', '@', '＝', ' ', "'", 'a', 'Zoë', '\u2028', '\u0085', '\u0001'];
const cell = fc.oneof(
  fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
/** Three cells in a row, because a row with one empty cell is an empty line, which many programs skip. */
const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });

const isFormula = (text: string) => /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text);
/** Returns the expected cell content for a value. */
const escapeFormula = (text: string) => (isFormula(text) ? `'${text}` : text);

describe('CSV text', () => {
  it('is read back by any reader of RFC 4180, and no cell is a formula', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const expected = table.map((record) => record.map(escapeFormula));
        expect(expected.flat().some(isFormula)).toBe(false);
        expect(read(formatCsv(table).replace(/^\uFEFF/, ''), ',')).toEqual(expected);
        expect(read(table.map((record) => formatTsvLine(record)).join(''), '\t')).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same when it is streamed', async () => {
    const table = fc.sample(rows, 1)[0] ?? [];
    const stream = createCsvStream(
      ['a', 'b', 'c'],
      table.map(([a, b, c]) => ({ a, b, c })),
    );
    expect((await stream.toArray()).join('')).toBe(formatCsv([['a', 'b', 'c'], ...table]));
  });

  it('is created in one module only', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.startsWith('generated'),
    );
    const writers = files.filter((name) => readFileSync(`src/${name}`, 'utf8').includes("from 'csv-stringify"));
    expect(writers).toEqual(['core/text/csv.ts']);
  });
});
