import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { BrokenFile } from '../transfer/broken-file.ts';

/** A row of a table, by the names of its columns in lower case; cells that are not there are empty. */
export interface TableRow {
  line: number;
  cell(...names: readonly string[]): string;
}

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

/** Reads a table whose first row names the columns; rows may be shorter or longer. Throws BrokenFile for quotes that do not end and the like. */
export function readTable(text: string): Table {
  const [head, ...body] = records(text);
  if (!head) throw new BrokenFile(1, 'the file is empty');
  const columns = head.record.map(plain);
  const places = new Map(columns.map((name, i) => [name, i]));
  let last = head.info.lines;
  const rows = body.map(({ record, info }): TableRow => {
    const line = last + 1;
    last = info.lines;
    return {
      line,
      cell: (...names) =>
        names
          .map((name) => record[places.get(name) ?? -1] ?? '')
          .find((value) => value !== '')
          ?.replaceAll('\0', '') ?? '',
    };
  });
  return { columns, rows };
}
