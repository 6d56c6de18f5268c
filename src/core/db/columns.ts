import { Prisma } from '#db';
import type { WallTime } from '../time/wall-time.ts';
import { type ModelName, type ReadColumn, type Row, unread } from './model.ts';

/** What a statement returns: the names of its columns, and how their values become what callers get. */
export interface Answer<Value> {
  /** Property → what the database calls its type; undefined where the model says it. */
  readonly types: Readonly<Record<string, SqlType | undefined>>;
  /** Makes of what the driver returns what callers get. */
  read(row: never): Value;
}

/** The columns of a model in a statement: what it selects, and the row that comes of it. */
export interface Columns<Value> extends Answer<Value> {
  /** `t.id, t.parent_id AS "parentId", …` */
  readonly list: string;
  /** The same as arguments of `json_build_object`. */
  readonly json: string;
}

/** The name of a column of a property. A table is called as `@@map` says, a column always as this says. */
function columnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The names of a model's columns that rows are read with. */
function readColumns<Model extends ModelName>(model: Model): ReadColumn<Model>[] {
  const all = Object.keys((Prisma as unknown as Record<string, object>)[`${model}ScalarFieldEnum`] ?? {});
  const left = (unread as Record<string, object>)[model.slice(0, 1).toLowerCase() + model.slice(1)] ?? {};
  return all.filter((name) => !(name in left)) as ReadColumn<Model>[];
}

function wall(text: string): WallTime {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}`;
}

interface ColumnOptions<Names, Left, Walls> {
  /** Only these columns; all that rows are read with unless given. */
  only?: readonly Names[];
  /** Not these columns. */
  without?: readonly Left[];
  /** Times that are read as clock times (`YYYY-MM-DDTHH:MM:SS`), instants as those of UTC; other times are Dates. */
  walls?: readonly Walls[];
  /** Instants among the `walls`: they are turned to UTC. */
  instants?: readonly Walls[];
}

/**
 * The columns of a model for statements whose row of it is called `alias`. Row type, select list and mapper follow from the Prisma model: a
 * column that is renamed there is renamed here, one that is added is read.
 */
export function columns<
  Model extends ModelName,
  const Walls extends ReadColumn<Model> = never,
  const Names extends ReadColumn<Model> = ReadColumn<Model>,
  const Left extends ReadColumn<Model> = never,
>(model: Model, alias: string, wishes: ColumnOptions<Names, Left, Walls> = {}): Columns<Pick<Row<Model, Walls>, Exclude<Names, Left>>> {
  const { only, without = [], walls = [], instants = [] } = wishes;
  const names = (only ?? readColumns(model)).filter((name) => !(without as readonly string[]).includes(name));
  const expressions = names.map((name) => {
    const column = `${alias}.${columnName(name)}`;
    if ((instants as readonly string[]).includes(name)) return [name, `(${column} AT TIME ZONE 'UTC')::text`] as const;
    return [name, (walls as readonly string[]).includes(name) ? `${column}::text` : column] as const;
  });
  return {
    list: expressions.map(([name, sql]) => (sql === `${alias}.${name}` ? sql : `${sql} AS "${name}"`)).join(', '),
    json: expressions.map(([name, sql]) => `'${name}', ${sql}`).join(', '),
    types: Object.fromEntries(names.map((name) => [name, undefined])),
    read(row: Record<string, string | null>) {
      for (const name of walls) {
        const text = row[name];
        if (text) row[name] = wall(text);
      }
      return row as never;
    },
  };
}

/** Types of the database by the names that statements use, each with what callers get. */
interface SqlTypes {
  int: number;
  bigint: number | bigint;
  float: number;
  text: string;
  uuid: string;
  bool: boolean;
  timestamptz: Date;
  json: unknown;
  bytea: Uint8Array;
  'int[]': number[];
  'text[]': string[];
}

/** A type of the database; with `?` it may be null. */
export type SqlType = keyof SqlTypes | `${keyof SqlTypes}?`;

type ValueOf<Type> = Type extends `${infer Known extends keyof SqlTypes}?`
  ? SqlTypes[Known] | null
  : Type extends keyof SqlTypes
    ? SqlTypes[Type]
    : never;

/** The row of a response that says its types. */
export type RowOf<Types> = { [Name in keyof Types]: ValueOf<Types[Name]> };

/** What a statement returns that is no row of a model: each column with its type in the database. */
export function answer<const Types extends Readonly<Record<string, SqlType>>>(types: Types): Answer<RowOf<Types>> {
  return { types, read: (row) => row };
}

/** What callers get of each row of a response. */
export type Answered<From> = From extends Answer<infer Value> ? Value : never;

/** Columns of a model together with others. */
export function withMore<Value, const Types extends Readonly<Record<string, SqlType>>>(
  { types, read }: Answer<Value>,
  more: Types,
): Answer<Value & RowOf<Types>> {
  return { types: { ...types, ...more }, read: read as Answer<Value & RowOf<Types>>['read'] };
}

/** Rows that hold two responses at once, of which the second has no mapper of its own. */
export function together<One, Other>(one: Answer<One>, other: Answer<Other>): Answer<One & Other> {
  return { types: { ...one.types, ...other.types }, read: one.read as Answer<One & Other>['read'] };
}

/** A row of a page: the number of all rows of the list, and one of its rows; null in a page without any. */
export interface Counted<Value> {
  total: number;
  node: Value | null;
}

/** A page together with the number of all rows of its list, which stands in every row as `total`. */
export function counted<Value>({ types, read }: Answer<Value>): Answer<Counted<Value>> {
  return {
    types: { ...types, total: 'int' },
    read: (row: { id: number | null; total: number }) => ({ total: row.total, node: row.id === null ? null : read(row as never) }),
  };
}

/** A page whose total is remembered (`lists/large-totals.ts`): `version` stands beside it. */
export function countedOnce<Value>(answer: Answer<Value>): Answer<Counted<Value> & { version: string | null }> {
  const { types, read } = counted(answer);
  return {
    types: { ...types, version: 'text?' },
    read: (row: { version: string | null }) => ({ ...read(row as never), version: row.version }),
  };
}

/** The same response where more is known of its values than the database says, such as what a JSON column holds. */
export function knownAs<Value>({ types, read }: Answer<unknown>): Answer<Value> {
  return { types, read: read as Answer<Value>['read'] };
}

/** The same response, its rows made into something else. */
export function mapped<Value, Made>({ types, read }: Answer<Value>, make: (row: Value) => Made): Answer<Made> {
  return { types, read: (row) => make(read(row)) };
}
