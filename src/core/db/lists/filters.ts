import type { Add } from './keyset.ts';

/** What clients give for a filter, by the word for it. */
interface Given {
  text: string;
  texts: readonly string[];
  number: number;
  numbers: readonly number[];
  flag: boolean;
}

/** One filter of a list: what clients give, and which rows fit. */
export interface Filter<in Value, out Example = Value> {
  /** What clients give; undefined where that is said at the interface, because it is a value of another kind. */
  readonly takes?: keyof Given;
  /** What it means, for clients. */
  readonly description?: string;
  /** A value for the test that prepares every statement. */
  readonly example: Example;
  /** The condition on a row, which may depend on what else is asked for; null where the value does not limit. */
  where(value: Value, add: Add, query: Readonly<Record<string, unknown>>): string | null;
}

export type Filters = Readonly<Record<string, Filter<never, unknown>>>;

type Value<Of> = Of extends Filter<never, infer Value> ? Value : never;

/** The values of filters; what is absent or null does not limit. */
export type FilterValues<Of extends Filters> = { readonly [Name in keyof Of]?: Value<Of[Name]> | null | undefined };

/** Declares a filter by its condition. */
export const filter = <Takes extends keyof Given>(
  takes: Takes,
  example: Given[Takes],
  description: string | undefined,
  where: Filter<Given[Takes]>['where'],
): Filter<Given[Takes]> => ({ takes, example, ...(description !== undefined && { description }), where });

/** Rows whose column has any of some numbers; an empty list does not limit. */
export const anyNumber = (column: string, description?: string) =>
  filter('numbers', [1], description, (numbers, add) => (numbers.length > 0 ? `${column} = ANY(${add(numbers)}::int[])` : null));

/** Rows whose column has none of some numbers. */
export const noNumber = (column: string, description?: string) =>
  filter('numbers', [2], description, (numbers, add) => (numbers.length > 0 ? `${column} <> ALL(${add(numbers)}::int[])` : null));

/** Rows whose column has any of some texts; an empty list does not limit. */
export const anyText = (column: string, description?: string) =>
  filter('texts', ['a'], description, (texts, add) => (texts.length > 0 ? `${column} = ANY(${add(texts)}::text[])` : null));

/** Rows of which a condition holds, or does not. */
export const flag = (condition: string, description?: string) =>
  filter('flag', true, description, (isWanted) => (isWanted ? condition : `NOT (${condition})`));

/** Rows before or behind a time on the site's clock; `comparison` such as `c.date_local >`. */
export const timeBound = (comparison: string, description?: string) =>
  filter('text', '2024-01-01T00:00:00', description, (time, add) => `${comparison} ${add(time)}::timestamp`);

/** The conditions that values of filters stand for. */
export function filterConditions(filters: Filters, values: Readonly<Record<string, unknown>>, add: Add): string[] {
  const conditions: string[] = [];
  for (const name in filters) {
    const value = values[name];
    const condition = value === undefined || value === null ? null : filters[name]?.where(value as never, add, values);
    if (condition) conditions.push(condition);
  }
  return conditions;
}
