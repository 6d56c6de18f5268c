import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { BrokenFileError } from '../broken-file.ts';
import { type DayOrder, detectDayOrder, type DetectedDayOrder } from './parse-day.ts';
import { tableFields } from './table-fields.ts';

/** A row of a table. Column names are in lower case. */
export interface TableRow {
  line: number;
  /** Returns the first nonempty cell of these columns, trimmed; an empty string if all are empty. */
  cell(...names: readonly string[]): string;
  /** True if the table has one of these columns. */
  has(...names: readonly string[]): boolean;
  /** Order of day and month in the table's dates. */
  order: DayOrder;
}

/** A table with its column names. */
export interface Table {
  columns: readonly string[];
  rows: readonly TableRow[];
  /** Separator of cells. */
  separator: string;
  dayOrder: DetectedDayOrder;
}

interface ParsedRow {
  record: string[];
  info: { lines: number };
}

const SEPARATORS = [',', ';', '\t', '|'];
/** Maximum length of the header row in characters. */
const MAX_HEADER_LENGTH = 65_536;
/** A first line with which spreadsheets declare the separator. */
const SEPARATOR_LINE = /^\ufeff?sep=([,;\t|])\r?\n/i;

const parseCsv = (text: string, separator: string, to = -1) =>
  parse(text, {
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    // a quote within a cell, such as 5" pipe, is part of the value
    relax_quotes: true,
    skip_empty_lines: true,
    trim: separator !== '\t',
    to,
  }) as unknown as ParsedRow[];

function parseRecords(text: string, separator: string): ParsedRow[] {
  try {
    return parseCsv(text, separator);
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenFileError(Number((error as CsvError & { lines?: number }).lines ?? 1), error.message);
    throw error;
  }
}

const normalizeName = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the separator that gives the header row the most known columns, or the most columns if the numbers of known columns are equal. */
function detectSeparator(text: string, names: ReadonlyMap<string, string>): string {
  const knownNames = new Set<string>([...tableFields, ...[...names.keys()].map(normalizeName)]);
  const parseHeader = (separator: string): string[] => {
    try {
      return parseCsv(text.slice(0, MAX_HEADER_LENGTH), separator, 1)[0]?.record.map(normalizeName) ?? [];
    } catch (error) {
      if (error instanceof CsvError) return [];
      throw error;
    }
  };
  const rated = SEPARATORS.map((separator) => {
    const header = parseHeader(separator);
    return { separator, rating: header.filter((name) => knownNames.has(name)).length * MAX_HEADER_LENGTH + header.length };
  });
  return rated.reduce((best, candidate) => (candidate.rating > best.rating ? candidate : best)).separator;
}

/** Returns the field name of each column; empty for columns without one. Throws `BrokenFileError` if a column of `names` does not exist. */
function renameColumns(columns: readonly string[], names: ReadonlyMap<string, string>): string[] {
  const fieldOfColumn = new Map([...names].map(([column, field]) => [normalizeName(column), normalizeName(field)]));
  const missing = [...fieldOfColumn.keys()].find((column) => !columns.includes(column));
  if (missing !== undefined) throw new BrokenFileError(1, `there is no column "${missing}" to map. The columns are ${columns.join(', ')}`);
  const mappedFields = new Set(fieldOfColumn.values());
  // an unmapped column loses its name to a column that is mapped to it
  return columns.map((column) => fieldOfColumn.get(column) ?? (mappedFields.has(column) ? '' : column));
}

/**
 * Reads a table with a header row, from which it detects the separator. Rows may have fewer or more cells than the header. `names` maps column names
 * of the table to supported field names. Throws `BrokenFileError` for syntax errors such as unclosed quotes, and for a table without rows.
 */
export function readTable(text: string, names: ReadonlyMap<string, string> = new Map()): Table {
  const separatorLine = SEPARATOR_LINE.exec(text);
  const table = separatorLine ? text.slice(separatorLine[0].length) : text;
  const separator = separatorLine?.[1] ?? detectSeparator(table, names);
  const [header, ...body] = parseRecords(table, separator);
  if (!header) throw new BrokenFileError(1, 'the file is empty');
  if (body.length === 0) throw new BrokenFileError(1, 'the table has a header row and no other rows');
  const columns = renameColumns(header.record.map(normalizeName), names);
  const columnIndexes = new Map(columns.map((name, i) => [name, i]));
  const has = (...names: readonly string[]) => names.some((name) => columnIndexes.has(name));
  const dateIndexes = columns.flatMap((name, i) => (name.endsWith(' date') ? [i] : []));
  const dayOrder = detectDayOrder(
    body.flatMap(({ record }) => dateIndexes.map((i) => record[i] ?? '')),
    separator,
  );
  const linesBefore = separatorLine ? 1 : 0;
  let lastLine = header.info.lines;
  const rows = body.map(({ record, info }): TableRow => {
    const line = lastLine + 1 + linesBefore;
    lastLine = info.lines;
    return {
      line,
      has,
      order: dayOrder.order,
      cell: (...names) =>
        names
          .map((name) => record[columnIndexes.get(name) ?? -1] ?? '')
          .find((value) => value !== '')
          ?.replaceAll('\0', '')
          .trim() ?? '',
    };
  });
  return { columns, rows, separator, dayOrder };
}

const separatorNames: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' };

/** Returns the assumptions about the table by subject, for the report. */
export function listAssumptions({ separator, dayOrder: { order, isProven } }: Table, encoding: string | null): Record<string, string> {
  const orders = { 'month first': 'month first, as in 12/31/2031', 'day first': 'day first, as in 31/12/2031', unclear: 'both orders' };
  return {
    encoding: encoding ?? 'UTF-8',
    separator: separatorNames[separator] ?? separator,
    ...(isProven !== null && {
      'date order': `${orders[order]} (${isProven ? 'dates of the table show it' : 'assumed: no date shows it'})`,
    }),
  };
}
