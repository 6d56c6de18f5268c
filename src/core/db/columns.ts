import { Prisma } from '#db';
import type { WallTime } from '../time/wall-time.ts';
import { type ModelName, type ReadColumn, type Row, unread } from './model.ts';

/** Result of a statement: the types of its columns, and how its rows are mapped for callers. */
export interface RowShape<Value> {
  /** Property → database type of its column; undefined if the model defines it. */
  readonly types: Readonly<Record<string, SqlType | undefined>>;
  /** Maps a row of the driver to the row that callers get. */
  read(row: never): Value;
}

/** The columns of a model in a statement: the select list and the resulting row. */
export interface Columns<Value> extends RowShape<Value> {
  /** `t.id, t.parent_id AS "parentId", …` */
  readonly list: string;
  /** The same columns as arguments of `json_build_object`. */
  readonly json: string;
}

/** Returns the column name of a property. Tables are named by `@@map`, columns always by this function. */
function toColumnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the names of a model's readable columns. */
function getReadableColumns<Model extends ModelName>(model: Model): ReadColumn<Model>[] {
  const all = Object.keys((Prisma as unknown as Record<string, object>)[`${model}ScalarFieldEnum`] ?? {});
  const omitted = (unread as Record<string, object>)[model.slice(0, 1).toLowerCase() + model.slice(1)] ?? {};
  return all.filter((name) => !(name in omitted)) as ReadColumn<Model>[];
}

function toWallTime(text: string): WallTime {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}`;
}

interface ColumnOptions<Names, Omitted, Walls> {
  /** Only these columns. All readable columns by default. */
  only?: readonly Names[];
  /** Columns to leave out. */
  without?: readonly Omitted[];
  /** Times to read as local times (`YYYY-MM-DDTHH:MM:SS`); instants in UTC. Other times are read as Dates. */
  walls?: readonly Walls[];
  /** The `walls` that are instants; they are converted to UTC. */
  instants?: readonly Walls[];
}

/**
 * Returns the columns of a model for statements in which its table has the alias `alias`. Row type, select list and mapper follow from the
 * Prisma model, so renamed and added columns need no change here.
 */
export function columns<
  Model extends ModelName,
  const Walls extends ReadColumn<Model> = never,
  const Names extends ReadColumn<Model> = ReadColumn<Model>,
  const Omitted extends ReadColumn<Model> = never,
>(
  model: Model,
  alias: string,
  options: ColumnOptions<Names, Omitted, Walls> = {},
): Columns<Pick<Row<Model, Walls>, Exclude<Names, Omitted>>> {
  const { only, without = [], walls = [], instants = [] } = options;
  const names = (only ?? getReadableColumns(model)).filter((name) => !(without as readonly string[]).includes(name));
  const expressions = names.map((name) => {
    const column = `${alias}.${toColumnName(name)}`;
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
        if (text) row[name] = toWallTime(text);
      }
      return row as never;
    },
  };
}

/** Database types by the names that statements use, with the type that callers get. */
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

/** A database type; nullable with `?`. */
export type SqlType = keyof SqlTypes | `${keyof SqlTypes}?`;

type ValueOf<Type> = Type extends `${infer Known extends keyof SqlTypes}?`
  ? SqlTypes[Known] | null
  : Type extends keyof SqlTypes
    ? SqlTypes[Type]
    : never;

/** Row type of a result with declared column types. */
export type RowOf<Types> = { [Name in keyof Types]: ValueOf<Types[Name]> };

/** Declares a result that is not a row of a model: each column with its database type. */
export function rowShape<const Types extends Readonly<Record<string, SqlType>>>(types: Types): RowShape<RowOf<Types>> {
  return { types, read: (row) => row };
}

/** Row type that callers get from a result. */
export type ShapedRow<From> = From extends RowShape<infer Value> ? Value : never;

/** Adds columns to those of a model. */
export function withColumns<Value, const Types extends Readonly<Record<string, SqlType>>>(
  { types, read }: RowShape<Value>,
  more: Types,
): RowShape<Value & RowOf<Types>> {
  return { types: { ...types, ...more }, read: read as RowShape<Value & RowOf<Types>>['read'] };
}

/** Combines two results in one row. The second must not have its own mapper. */
export function joinShapes<First, Second>(first: RowShape<First>, second: RowShape<Second>): RowShape<First & Second> {
  return { types: { ...first.types, ...second.types }, read: first.read as RowShape<First & Second>['read'] };
}

/** A row of a page: the total of the list and one node; `node` is null on an empty page. */
export interface TotalRow<Value> {
  total: number;
  node: Value | null;
}

/** Adds the total of the list to every row of a page, as `total`. */
export function withTotal<Value>({ types, read }: RowShape<Value>): RowShape<TotalRow<Value>> {
  return {
    types: { ...types, total: 'int' },
    read: (row: { id: number | null; total: number }) => ({ total: row.total, node: row.id === null ? null : read(row as never) }),
  };
}

/** Same as `withTotal`, for a cached total (`lists/large-totals.ts`) with its `version`. */
export function withVersionedTotal<Value>(shape: RowShape<Value>): RowShape<TotalRow<Value> & { version: string | null }> {
  const { types, read } = withTotal(shape);
  return {
    types: { ...types, version: 'text?' },
    read: (row: { version: string | null }) => ({ ...read(row as never), version: row.version }),
  };
}

/** Narrows the value type of a result, for example to the type of a JSON column. */
export function narrowShape<Value>({ types, read }: RowShape<unknown>): RowShape<Value> {
  return { types, read: read as RowShape<Value>['read'] };
}

/** Maps the rows of a result to another type. */
export function mapShape<Value, Result>({ types, read }: RowShape<Value>, map: (row: Value) => Result): RowShape<Result> {
  return { types, read: (row) => map(read(row)) };
}
