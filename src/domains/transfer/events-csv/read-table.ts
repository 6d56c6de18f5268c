import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { BrokenFile } from '../broken-file.ts';
import { type DayOrder, dayOrderOf, type ReadDayOrder } from './spoken-days.ts';
import { tableFields } from './table-fields.ts';

/** A row of a table, accessed by column names in lower case. Missing cells are empty. */
export interface TableRow {
  line: number;
  cell(...names: readonly string[]): string;
  /** True if the table has one of the columns. */
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
  dayOrder: ReadDayOrder;
}

interface ParsedRow {
  record: string[];
  info: { lines: number };
}

const SEPARATORS = [',', ';', '\t', '|'];
/** Maximum length of the header row in characters. */
const LONGEST_HEAD = 65_536;
/** A first line with which spreadsheets declare the separator. */
const SEPARATOR_LINE = /^\ufeff?sep=([,;\t|])\r?\n/i;

const parsed = (text: string, separator: string, to = -1) =>
  parse(text, {
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    // a quote within a cell, such as 5" pipe, is part of its text
    relax_quotes: true,
    skip_empty_lines: true,
    trim: separator !== '\t',
    to,
  }) as unknown as ParsedRow[];

function records(text: string, separator: string): ParsedRow[] {
  try {
    return parsed(text, separator);
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenFile(Number((error as CsvError & { lines?: number }).lines ?? 1), error.message);
    throw error;
  }
}

const plain = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim();

/** Returns the separator with which the header row has the most known columns, or else the most columns. */
function separatorOf(text: string, names: ReadonlyMap<string, string>): string {
  const known = new Set<string>([...tableFields, ...[...names.keys()].map(plain)]);
  const headOf = (separator: string): string[] => {
    try {
      return parsed(text.slice(0, LONGEST_HEAD), separator, 1)[0]?.record.map(plain) ?? [];
    } catch (error) {
      if (error instanceof CsvError) return [];
      throw error;
    }
  };
  const rated = SEPARATORS.map((separator) => {
    const head = headOf(separator);
    return { separator, rating: head.filter((name) => known.has(name)).length * LONGEST_HEAD + head.length };
  });
  return rated.reduce((best, one) => (one.rating > best.rating ? one : best)).separator;
}

/** Renames the columns to the field names used here. Throws BrokenFile if a renamed column does not exist. */
function renamed(columns: readonly string[], names: ReadonlyMap<string, string>): string[] {
  const wanted = new Map([...names].map(([column, field]) => [plain(column), plain(field)]));
  const missing = [...wanted.keys()].find((column) => !columns.includes(column));
  if (missing !== undefined) throw new BrokenFile(1, `there is no column "${missing}" to map: there are ${columns.join(', ')}`);
  const taken = new Set(wanted.values());
  // a mapped column takes its name from any other column of that name
  return columns.map((column) => wanted.get(column) ?? (taken.has(column) ? '' : column));
}

/**
 * Reads a table with a header row, whose names determine the separator. Rows may be shorter or longer. `names` maps column names of other programs to those
 * used here. Throws BrokenFile for syntax errors such as unclosed quotes, and for a table without rows.
 */
export function readTable(text: string, names: ReadonlyMap<string, string> = new Map()): Table {
  const declared = SEPARATOR_LINE.exec(text);
  const table = declared ? text.slice(declared[0].length) : text;
  const separator = declared?.[1] ?? separatorOf(table, names);
  const [head, ...body] = records(table, separator);
  if (!head) throw new BrokenFile(1, 'the file is empty');
  if (body.length === 0) throw new BrokenFile(1, 'the table has a head line and no rows');
  const columns = renamed(head.record.map(plain), names);
  const places = new Map(columns.map((name, i) => [name, i]));
  const has = (...of: readonly string[]) => of.some((name) => places.has(name));
  const days = columns.flatMap((name, i) => (name.endsWith(' date') ? [i] : []));
  const dayOrder = dayOrderOf(
    body.flatMap(({ record }) => days.map((i) => record[i] ?? '')),
    separator,
  );
  const before = declared ? 1 : 0;
  let last = head.info.lines;
  const rows = body.map(({ record, info }): TableRow => {
    const line = last + 1 + before;
    last = info.lines;
    return {
      line,
      has,
      order: dayOrder.order,
      cell: (...of) =>
        of
          .map((name) => record[places.get(name) ?? -1] ?? '')
          .find((value) => value !== '')
          ?.replaceAll('\0', '')
          .trim() ?? '',
    };
  });
  return { columns, rows, separator, dayOrder };
}
