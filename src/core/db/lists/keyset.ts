/** One expression that a list is ordered by; the last one of a list is unique. */
export interface OrderKey {
  sql: string;
  type: 'int' | 'text' | 'timestamp' | 'timestamptz' | 'float8';
  direction: 'ASC' | 'DESC';
  /** Whether it may be null, which sorts as the largest value, as PostgreSQL does. */
  isNullable?: boolean;
}

/** The values of a row for the keys of a list: its place in the list, whatever is written before it meanwhile. */
export type Place = readonly (string | number | null)[];

/** Collects a parameter of a statement; returns its placeholder. */
export type Add = (value: unknown) => string;

/** Collects the parameters of a statement. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly add: Add = (value) => `$${this.values.push(value)}`;
}

/** Where conditions put their parameters. */
export type Adding = Pick<Parameters, 'add'>;

const turned = ({ direction }: OrderKey, isBackward: boolean) => ((direction === 'ASC') === isBackward ? 'DESC' : 'ASC');

/** The ORDER BY list of the keys; backward for reading a list from its end. */
export function orderByKeys(keys: readonly OrderKey[], isBackward = false): string {
  return keys.map((key) => `${key.sql} ${turned(key, isBackward)}`).join(', ');
}

/** The condition on a row that it stands behind the place (backward: before it). */
export function beyond(keys: readonly OrderKey[], place: Place, add: Add, isBackward = false): string {
  const values = keys.map((key, i) => (place[i] === null ? null : `${add(place[i])}::${key.type}`));
  const directions = new Set(keys.map((key) => turned(key, isBackward)));
  const [direction] = directions;
  const isComparable = directions.size === 1 && !values.includes(null);
  if (isComparable && (direction === 'DESC' || !keys.some((key) => key.isNullable))) {
    // one comparison of rows, which an index on the keys serves; nulls sort first downwards, so they are behind us
    return `(${keys.map((key) => key.sql).join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${values.join(', ')})`;
  }
  const steps = keys.map((key, i) =>
    [
      ...keys.slice(0, i).map((before, j) => equals(before, values[j] ?? null)),
      behind(key, values[i] ?? null, turned(key, isBackward)),
    ].join(' AND '),
  );
  return `(${steps.map((step) => `(${step})`).join(' OR ')})`;
}

function equals(key: OrderKey, value: string | null): string {
  return value === null ? `${key.sql} IS NULL` : `${key.sql} = ${value}`;
}

function behind(key: OrderKey, value: string | null, direction: string): string {
  if (value === null) return direction === 'ASC' ? 'false' : `${key.sql} IS NOT NULL`;
  if (direction === 'DESC') return `${key.sql} < ${value}`;
  return key.isNullable ? `(${key.sql} > ${value} OR ${key.sql} IS NULL)` : `${key.sql} > ${value}`;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const OFFSET = /[+-](0\d|1[0-4])(:[0-5]\d)?$/;

/** Whether the database takes the text as a time: months that have the day, years from 1 on. */
function isTime(text: string): boolean {
  if (!TIMESTAMP.test(text) || text.startsWith('0000')) return false;
  const time = new Date(`${text}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

const LARGEST_INT = 2_147_483_647;

function fits(key: OrderKey, value: unknown): boolean {
  if (value === null) return key.isNullable === true;
  if (key.type === 'int') return Number.isInteger(value) && Math.abs(value as number) <= LARGEST_INT;
  if (key.type === 'float8') return typeof value === 'number' && Number.isFinite(value);
  if (typeof value !== 'string') return false;
  if (key.type === 'text') return !value.includes('\0');
  return isTime(key.type === 'timestamptz' ? value.replace(OFFSET, '') : value);
}

/** The values as a place in a list with these keys, or null when they are not one: cursors come from outside. */
export function placeOf(keys: readonly OrderKey[], values: readonly unknown[]): Place | null {
  return values.length === keys.length && keys.every((key, i) => fits(key, values[i])) ? (values as Place) : null;
}
