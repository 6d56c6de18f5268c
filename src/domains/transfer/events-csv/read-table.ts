import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { BrokenFile } from '../broken-file.ts';
import { type DayOrder, dayOrderOf, type ReadDayOrder } from './spoken-days.ts';
import { tableFields } from './table-fields.ts';

/** A row of a table, by the names of its columns in lower case; cells that are not there are empty. */
export interface TableRow {
  line: number;
  cell(...names: readonly string[]): string;
  /** Whether the table has one of the columns. */
  has(...names: readonly string[]): boolean;
  /** How the table writes days. */
  order: DayOrder;
}

/** A file of rows, with the names of its columns. */
export interface Table {
  columns: readonly string[];
  rows: readonly TableRow[];
  /** What stands between cells. */
  separator: string;
  dayOrder: ReadDayOrder;
}

interface ParsedRow {
  record: string[];
  info: { lines: number };
}

const SEPARATORS = [',', ';', '\t', '|'];
/** Characters in which the first row of a table ends. */
const LONGEST_HEAD = 65_536;
/** A first line in which spreadsheets name the separator. */
const SEPARATOR_LINE = /^\ufeff?sep=([,;\t|])\r?\n/i;

const parsed = (text: string, separator: string, to = -1) =>
  parse(text, {
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    // a quote within a cell, such as 5" pipe, is a part of its text
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

/** The separator by which the first row has most columns that are known, or most columns at all. */
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

/** The columns by the names that fields have here. Throws BrokenFile where a column is to be called otherwise that there is not. */
function renamed(columns: readonly string[], names: ReadonlyMap<string, string>): string[] {
  const wanted = new Map([...names].map(([column, field]) => [plain(column), plain(field)]));
  const missing = [...wanted.keys()].find((column) => !columns.includes(column));
  if (missing !== undefined) throw new BrokenFile(1, `there is no column "${missing}" to map: there are ${columns.join(', ')}`);
  const taken = new Set(wanted.values());
  // what a mapped column is called now, no other one is
  return columns.map((column) => wanted.get(column) ?? (taken.has(column) ? '' : column));
}

/**
 * Reads a table whose first row names the columns; the separator is found by those names. Rows may be shorter or longer. `names` says what columns are called here that another program wrote. Throws
 * BrokenFile for quotes that do not end and the like, and for a table without rows.
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
