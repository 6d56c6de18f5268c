import { Readable } from 'node:stream';
import { type Options, stringify as stringifyStream } from 'csv-stringify';
import { stringify } from 'csv-stringify/sync';

/**
 * Start of a cell that spreadsheets treat as a formula, also after spaces and with full-width characters. A cell that starts with a line break may be a
 * formula, too.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * Options of every table. Quotes cells with a separator, a quotation mark or any line break (RFC 4180). Prefixes formulas with an apostrophe, because names
 * and replies come from strangers.
 */
const SAFE_OPTIONS: Options = {
  quoted_match: /[\r\n]/,
  cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
};

/** Options of tables for spreadsheets: with a byte order mark, because spreadsheets assume another encoding without it. */
const SPREADSHEET_OPTIONS: Options = { ...SAFE_OPTIONS, bom: true, record_delimiter: 'windows' };

/** Returns a table of records for spreadsheets as a stream, with a header row. Reads records while it is sent. */
export function createCsvStream(columns: readonly string[], records: Iterable<object> | AsyncIterable<object>): Readable {
  const source = Readable.from(records);
  const csv = stringifyStream({ ...SPREADSHEET_OPTIONS, header: true, columns: [...columns] });
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return source.pipe(csv);
}

type Cell = string | number | boolean | null;

/** Returns a table for spreadsheets as text. */
export const formatCsv = (rows: readonly (readonly Cell[])[]): string => stringify([...rows] as Cell[][], SPREADSHEET_OPTIONS);

/** Returns one tab-separated line. */
export const formatTsvLine = (cells: readonly Cell[]): string => stringify([[...cells]], { ...SAFE_OPTIONS, delimiter: '\t' });
