import { Prisma } from '#db';
import type { WallTime } from '../time/wall-time.ts';
import { type ModelName, type ReadColumn, type Row, omittedColumns } from './model.ts';

/** Shape of the rows that a statement returns: the types of the columns, and a function that maps rows for callers. */
export interface RowShape<Value> {
  /** Database type of the column of each property; undefined if the Prisma model defines it. */
  readonly types: Readonly<Record<string, SqlType | undefined>>;
  /** Maps a row of the driver to the row that callers get. */
  read(row: never): Value;
}

/** The columns of a model in a statement: the select list and the resulting row. */
export interface Columns<Value> extends RowShape<Value> {
  /** Select list, such as `t.id, t.parent_id AS "parentId", …`. */
  readonly list: string;
  /** The same columns as arguments of `json_build_object`. */
  readonly json: string;
}

/** Returns the name of the column of a property. `@@map` names tables, but columns always have this name. */
function toColumnName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the names of a model's readable columns. */
function getReadableColumns<Model extends ModelName>(model: Model): ReadColumn<Model>[] {
  const all = Object.keys((Prisma as unknown as Record<string, object>)[`${model}ScalarFieldEnum`] ?? {});
  const omitted = (omittedColumns as Record<string, object>)[model.slice(0, 1).toLowerCase() + model.slice(1)] ?? {};
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
  /** Columns with times to read as strings `YYYY-MM-DDTHH:MM:SS`. Other times are read as Dates. */
  wallTimes?: readonly Walls[];
  /** Those of `wallTimes` that are instants (`timestamptz`). They are read in UTC. */
  instants?: readonly Walls[];
}

/**
 * Returns the columns of a model for statements in which its table has the alias `alias`. The row type, the select list and the mapper are derived
 * from the Prisma model.
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
  const { only, without = [], wallTimes = [], instants = [] } = options;
  const names = (only ?? getReadableColumns(model)).filter((name) => !(without as readonly string[]).includes(name));
  const expressions = names.map((name) => {
    const column = `${alias}.${toColumnName(name)}`;
    if ((instants as readonly string[]).includes(name)) return [name, `(${column} AT TIME ZONE 'UTC')::text`] as const;
    return [name, (wallTimes as readonly string[]).includes(name) ? `${column}::text` : column] as const;
  });
  return {
    list: expressions.map(([name, sql]) => (sql === `${alias}.${name}` ? sql : `${sql} AS "${name}"`)).join(', '),
    json: expressions.map(([name, sql]) => `'${name}', ${sql}`).join(', '),
    types: Object.fromEntries(names.map((name) => [name, undefined])),
    read(row: Record<string, string | null>) {
      for (const name of wallTimes) {
        const text = row[name];
        if (text) row[name] = toWallTime(text);
      }
      return row as never;
    },
  };
}

/** TypeScript types by the names of database types. */
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

/** Name of a database type, with `?` if the value may be null. */
export type SqlType = keyof SqlTypes | `${keyof SqlTypes}?`;

type ValueOf<Type> = Type extends `${infer Known extends keyof SqlTypes}?`
  ? SqlTypes[Known] | null
  : Type extends keyof SqlTypes
    ? SqlTypes[Type]
    : never;

/** Row type of a result with declared column types. */
export type RowOf<Types> = { [Name in keyof Types]: ValueOf<Types[Name]> };

/** Declares the shape of rows that are not rows of a model, with the database type of each column. */
export function rowShape<const Types extends Readonly<Record<string, SqlType>>>(types: Types): RowShape<RowOf<Types>> {
  return { types, read: (row) => row };
}

/** Type of the rows that callers get for a shape. */
export type ShapedRow<From> = From extends RowShape<infer Value> ? Value : never;

/** Adds columns to those of a model. */
export function withColumns<Value, const Types extends Readonly<Record<string, SqlType>>>(
  { types, read }: RowShape<Value>,
  more: Types,
): RowShape<Value & RowOf<Types>> {
  return { types: { ...types, ...more }, read: read as RowShape<Value & RowOf<Types>>['read'] };
}

/** Combines two shapes into one row. The second shape must not have its own mapper. */
export function joinShapes<First, Second>(first: RowShape<First>, second: RowShape<Second>): RowShape<First & Second> {
  return { types: { ...first.types, ...second.types }, read: first.read as RowShape<First & Second>['read'] };
}

/** A row of a page: the total number of items of the list, and one item. `node` is null on an empty page. */
export interface TotalRow<Value> {
  total: number;
  node: Value | null;
}

/** Adds the total number of items of the list to the shape of a row. */
export function withTotal<Value>({ types, read }: RowShape<Value>): RowShape<TotalRow<Value>> {
  return {
    types: { ...types, total: 'int' },
    read: (row: { id: number | null; total: number }) => ({ total: row.total, node: row.id === null ? null : read(row as never) }),
  };
}

/** Adds a total like `withTotal`, and the `version` of a cached total (`lists/large-totals.ts`). */
export function withVersionedTotal<Value>(shape: RowShape<Value>): RowShape<TotalRow<Value> & { version: string | null }> {
  const { types, read } = withTotal(shape);
  return {
    types: { ...types, version: 'text?' },
    read: (row: { version: string | null }) => ({ ...read(row as never), version: row.version }),
  };
}

/** Narrows the row type of a shape, for example to the type of a JSON column. */
export function narrowShape<Value>({ types, read }: RowShape<unknown>): RowShape<Value> {
  return { types, read: read as RowShape<Value>['read'] };
}

/** Returns a shape whose rows are also mapped with `map`. */
export function mapShape<Value, Result>({ types, read }: RowShape<Value>, map: (row: Value) => Result): RowShape<Result> {
  return { types, read: (row) => map(read(row)) };
}
