import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { BrokenFile } from '../broken-file.ts';
import { type DayOrder, dayOrderOf } from './spoken-days.ts';

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
}

function records(text: string): { record: string[]; info: { lines: number } }[] {
  try {
    return parse(text, { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenFile(Number((error as CsvError & { lines?: number }).lines ?? 1), error.message);
    throw error;
  }
}

const plain = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim();

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
 * Reads a table whose first row names the columns; rows may be shorter or longer. `names` says what columns are called here that another program wrote. Throws
 * BrokenFile for quotes that do not end and the like, and for a table without rows.
 */
export function readTable(text: string, names: ReadonlyMap<string, string> = new Map()): Table {
  const [head, ...body] = records(text);
  if (!head) throw new BrokenFile(1, 'the file is empty');
  if (body.length === 0) throw new BrokenFile(1, 'the table has a head line and no rows');
  const columns = renamed(head.record.map(plain), names);
  const places = new Map(columns.map((name, i) => [name, i]));
  const has = (...of: readonly string[]) => of.some((name) => places.has(name));
  const days = columns.flatMap((name, i) => (name.endsWith(' date') ? [i] : []));
  const order = dayOrderOf(body.flatMap(({ record }) => days.map((i) => (record[i] ?? '').split(/\s/, 1)[0] ?? '')));
  let last = head.info.lines;
  const rows = body.map(({ record, info }): TableRow => {
    const line = last + 1;
    last = info.lines;
    return {
      line,
      has,
      order,
      cell: (...of) =>
        of
          .map((name) => record[places.get(name) ?? -1] ?? '')
          .find((value) => value !== '')
          ?.replaceAll('\0', '') ?? '',
    };
  });
  return { columns, rows };
}
