/** A sort key of a list. The last key of a list is unique. */
export interface OrderKey {
  sql: string;
  type: 'int' | 'text' | 'timestamp' | 'timestamptz' | 'float8';
  direction: 'ASC' | 'DESC';
  /** True if the value may be null. As in PostgreSQL, null sorts as the largest value. */
  isNullable?: boolean;
}

/** Position of a row in a list: the values of its sort keys. They identify the position even if rows are added before it. */
export type KeysetPosition = readonly (string | number | null)[];

/** Adds a parameter to a statement and returns its placeholder. */
export type AddParameter = (value: unknown) => string;

/** Collects the parameters of a statement. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly add: AddParameter = (value) => `$${this.values.push(value)}`;
}

/** A collector of parameters that can only add. Conditions use it. */
export type ParameterAdder = Pick<Parameters, 'add'>;

const getDirection = ({ direction }: OrderKey, isBackward: boolean) => ((direction === 'ASC') === isBackward ? 'DESC' : 'ASC');

/** Returns the ORDER BY list of the keys, reversed if `isBackward` is true. */
export function createOrderByList(keys: readonly OrderKey[], isBackward = false): string {
  return keys.map((key) => `${key.sql} ${getDirection(key, isBackward)}`).join(', ');
}

/** Returns the condition that a row comes after the position (backward: before it). */
export function createPositionCondition(keys: readonly OrderKey[], place: KeysetPosition, add: AddParameter, isBackward = false): string {
  const values = keys.map((key, i) => (place[i] === null ? null : `${add(place[i])}::${key.type}`));
  const directions = new Set(keys.map((key) => getDirection(key, isBackward)));
  const [direction] = directions;
  const isComparable = directions.size === 1 && !values.includes(null);
  if (isComparable && (direction === 'DESC' || !keys.some((key) => key.isNullable))) {
    // one row comparison, which an index on the keys supports; in descending order, nulls come first, so none follows the position
    return `(${keys.map((key) => key.sql).join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${values.join(', ')})`;
  }
  const alternatives = keys.map((key, i) =>
    [
      ...keys.slice(0, i).map((before, j) => createEqualCondition(before, values[j] ?? null)),
      createAfterCondition(key, values[i] ?? null, getDirection(key, isBackward)),
    ].join(' AND '),
  );
  return `(${alternatives.map((alternative) => `(${alternative})`).join(' OR ')})`;
}

function createEqualCondition(key: OrderKey, value: string | null): string {
  return value === null ? `${key.sql} IS NULL` : `${key.sql} = ${value}`;
}

function createAfterCondition(key: OrderKey, value: string | null, direction: string): string {
  if (value === null) return direction === 'ASC' ? 'false' : `${key.sql} IS NOT NULL`;
  if (direction === 'DESC') return `${key.sql} < ${value}`;
  return key.isNullable ? `(${key.sql} > ${value} OR ${key.sql} IS NULL)` : `${key.sql} > ${value}`;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const OFFSET = /[+-](0\d|1[0-4])(:[0-5]\d)?$/;

/** True if the database accepts the string as a time: the day exists in the month, and the year is at least 1. */
function isTime(text: string): boolean {
  if (!TIMESTAMP.test(text) || text.startsWith('0000')) return false;
  const time = new Date(`${text}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

const LARGEST_INT = 2_147_483_647;

function isValidKey(key: OrderKey, value: unknown): boolean {
  if (value === null) return key.isNullable === true;
  if (key.type === 'int') return Number.isInteger(value) && Math.abs(value as number) <= LARGEST_INT;
  if (key.type === 'float8') return typeof value === 'number' && Number.isFinite(value);
  if (typeof value !== 'string') return false;
  if (key.type === 'text') return !value.includes('\0');
  return isTime(key.type === 'timestamptz' ? value.replace(OFFSET, '') : value);
}

/** Returns the values as a position in a list with these keys, or null if they are invalid. Clients may send cursors with any values. */
export function parseKeysetPosition(keys: readonly OrderKey[], values: readonly unknown[]): KeysetPosition | null {
  return values.length === keys.length && keys.every((key, i) => isValidKey(key, values[i])) ? (values as KeysetPosition) : null;
}
