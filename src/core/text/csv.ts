import { Readable } from 'node:stream';
import { type Options, stringify as stringifyStream } from 'csv-stringify';
import { stringify } from 'csv-stringify/sync';

/**
 * Matches the start of a cell that spreadsheets treat as a formula, even after spaces and with full-width characters. A cell that begins with a tab
 * or line break may be a formula, too.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * Options of every table. Cells with a separator, a quotation mark or a line break are quoted (RFC 4180). Cells that would be formulas get an
 * apostrophe at their start, because anyone can enter names and texts.
 */
const SAFE_OPTIONS: Options = {
  quoted_match: /[\r\n]/,
  cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
};

/** Options of tables for spreadsheets. The byte order mark is needed, because spreadsheets assume another encoding without it. */
const SPREADSHEET_OPTIONS: Options = { ...SAFE_OPTIONS, bom: true, record_delimiter: 'windows' };

/** Returns records as a table for spreadsheets, with a header row, as a stream. Records are read while the stream is sent. */
export function createCsvStream(columns: readonly string[], records: Iterable<object> | AsyncIterable<object>): Readable {
  const source = Readable.from(records);
  const csv = stringifyStream({ ...SPREADSHEET_OPTIONS, header: true, columns: [...columns] });
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return source.pipe(csv);
}

type Cell = string | number | boolean | null;

/** Returns a table for spreadsheets as a string. */
export const formatCsv = (rows: readonly (readonly Cell[])[]): string => stringify([...rows] as Cell[][], SPREADSHEET_OPTIONS);

/** Returns a line with cells that are separated by tabs. */
export const formatTsvLine = (cells: readonly Cell[]): string => stringify([[...cells]], { ...SAFE_OPTIONS, delimiter: '\t' });
