import { Readable } from 'node:stream';
import { type Options, stringify as stringifyStream } from 'csv-stringify';
import { stringify } from 'csv-stringify/sync';

/** What spreadsheets take for a formula, also behind blanks and with full-width signs; a cell that begins with a break may be one, too. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * How every table is written: cells with a separator, a quotation mark or a line break of any kind stand in quotation marks (RFC 4180), and a
 * text that would be a formula begins with an apostrophe, because names and replies come from strangers.
 */
const safely: Options = {
  quoted_match: /[\r\n]/,
  cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
};

/** With a byte order mark, because spreadsheets take files without one for another encoding. */
const forSpreadsheets: Options = { ...safely, bom: true, record_delimiter: 'windows' };

/** A table of records for spreadsheets as a stream, with the names of the columns above. Records are read while it is sent. */
export function csvStream(columns: readonly string[], records: Iterable<object> | AsyncIterable<object>): Readable {
  const source = Readable.from(records);
  const csv = stringifyStream({ ...forSpreadsheets, header: true, columns: [...columns] });
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return source.pipe(csv);
}

type Cell = string | number | boolean | null;

/** A table for spreadsheets as text. */
export const csvText = (rows: readonly (readonly Cell[])[]): string => stringify([...rows] as Cell[][], forSpreadsheets);

/** One line of a table parted by tabs. */
export const tabSeparatedLine = (cells: readonly Cell[]): string => stringify([[...cells]], { ...safely, delimiter: '\t' });
