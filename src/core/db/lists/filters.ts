import type { AddParameter } from './keyset.ts';

/** TypeScript types of filter values, by the name that a filter declares. */
interface FilterTypes {
  text: string;
  texts: readonly string[];
  number: number;
  numbers: readonly number[];
  flag: boolean;
}

/** A filter of a list: the type of the value that clients send, and the condition for it. */
export interface Filter<in Value, out Example = Value> {
  /** Name of the value's type; undefined for another type, which the API then declares itself. */
  readonly valueType?: keyof FilterTypes;
  /** Description for clients. */
  readonly description?: string;
  /** Example value for the test that prepares every statement. */
  readonly example: Example;
  /** Returns the SQL condition on a row, or null if the value does not restrict the list. The condition may depend on the whole query. */
  where(value: Value, add: AddParameter, query: Readonly<Record<string, unknown>>): string | null;
}

export type Filters = Readonly<Record<string, Filter<never, unknown>>>;

type Value<Of> = Of extends Filter<never, infer Value> ? Value : never;

/** Values of filters. Null or a missing value does not restrict the list. */
export type FilterValues<Of extends Filters> = { readonly [Name in keyof Of]?: Value<Of[Name]> | null | undefined };

/** Declares a filter: the name of its value's type, an example value, a description for clients, and its condition. */
export const filter = <Type extends keyof FilterTypes>(
  valueType: Type,
  example: FilterTypes[Type],
  description: string | undefined,
  where: Filter<FilterTypes[Type]>['where'],
): Filter<FilterTypes[Type]> => ({ valueType, example, ...(description !== undefined && { description }), where });

/** Declares a filter for rows whose column has one of the numbers. An empty list matches all rows. */
export const anyNumber = (column: string, description?: string) =>
  filter('numbers', [1], description, (numbers, add) => (numbers.length > 0 ? `${column} = ANY(${add(numbers)}::int[])` : null));

/** Declares a filter for rows whose column has none of the numbers. An empty list matches all rows. */
export const noNumber = (column: string, description?: string) =>
  filter('numbers', [2], description, (numbers, add) => (numbers.length > 0 ? `${column} <> ALL(${add(numbers)}::int[])` : null));

/** Declares a filter for rows whose column has one of the strings. An empty list matches all rows. */
export const anyText = (column: string, description?: string) =>
  filter('texts', ['a'], description, (texts, add) => (texts.length > 0 ? `${column} = ANY(${add(texts)}::text[])` : null));

/** Declares a filter for rows that satisfy a condition (`true`) or do not (`false`). */
export const flag = (condition: string, description?: string) =>
  filter('flag', true, description, (isWanted) => (isWanted ? condition : `NOT (${condition})`));

/** Declares a filter for rows before or after a time in the time zone of the site. `comparison` is SQL such as `c.date_local >`. */
export const timeBound = (comparison: string, description?: string) =>
  filter('text', '2024-01-01T00:00:00', description, (time, add) => `${comparison} ${add(time)}::timestamp`);

/** Returns the SQL conditions of all filters that have a value. */
export function createFilterConditions(filters: Filters, values: Readonly<Record<string, unknown>>, add: AddParameter): string[] {
  const conditions: string[] = [];
  for (const name in filters) {
    const value = values[name];
    const condition = value === undefined || value === null ? null : filters[name]?.where(value as never, add, values);
    if (condition) conditions.push(condition);
  }
  return conditions;
}
