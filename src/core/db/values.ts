import pg from 'pg';

type Parse = (text: string) => unknown;

const parseBigint = (text: string) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};

/** Parses the two digits at a position of a string. */
const parseTwoDigits = (text: string, at: number) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;

/** Parses a time such as `2024-03-01 10:00:00.5+00`. Returns an invalid Date for `infinity`, years above 9999 and years before Christ. */
const parseInstant = (text: string) => {
  // fast path for almost all values, because sessions use UTC and most columns have whole seconds: takes a third of the time of parsing with `Date`
  if (text.length === 22 && text.endsWith('+00') && text[4] === '-') {
    const year = parseTwoDigits(text, 0) * 100 + parseTwoDigits(text, 2);
    // for years below 100, `Date.UTC` uses the 1900s
    if (year > 99)
      return new Date(
        Date.UTC(
          year,
          parseTwoDigits(text, 5) - 1,
          parseTwoDigits(text, 8),
          parseTwoDigits(text, 11),
          parseTwoDigits(text, 14),
          parseTwoDigits(text, 17),
        ),
      );
  }
  const iso = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(?::(\d\d))?)?$/.exec(text);
  return iso ? new Date(`${iso[1]}T${iso[2]}${iso[3] ? `${iso[3]}:${iso[4] ?? '00'}` : 'Z'}`) : new Date(Number.NaN);
};

const parseBytes = (text: string) => Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
const keepText: Parse = (text) => text;

/** pg-types declares `arrayParser` as a function, but it is an object with `create`. */
const arrays = pg.types.arrayParser as unknown as { create(source: string, parse: Parse): { parse(): unknown[] } };

/** Matches arrays that cannot be split at commas: those with quotes, nested arrays or NULL. */
const NEEDS_ARRAY_PARSER = /["{[]|null/i;

/** Parses an array. Splits it at commas if possible, which is the usual case. */
function parseElements(text: string, parse: Parse): unknown[] {
  if (text === '{}') return [];
  const inside = text.slice(1, -1);
  if (text[0] !== '{' || NEEDS_ARRAY_PARSER.test(inside)) return arrays.create(text, parse).parse();
  return inside.split(',').map((element) => parse(element));
}

/** OID of the type, OID of its array type, and its parser. Values of other types stay strings. */
const types: ReadonlyArray<readonly [element: number, array: number, parse: Parse]> = [
  [16, 1000, (text) => text === 't'],
  [17, 1001, parseBytes],
  [18, 1002, keepText],
  [19, 1003, keepText],
  [20, 1016, parseBigint],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, keepText],
  [26, 1028, Number],
  [114, 199, JSON.parse],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, keepText],
  [1043, 1015, keepText],
  [1082, 1182, keepText],
  [1083, 1183, keepText],
  [1114, 1115, parseInstant],
  [1184, 1185, parseInstant],
  [1186, 1187, keepText],
  [1700, 1231, keepText],
  [2950, 2951, keepText],
  [3802, 3807, JSON.parse],
];

/**
 * Returns the parsers from PostgreSQL text to JavaScript. int2, int4, float and oid become numbers; int8 becomes a number if exact,
 * otherwise a bigint. numeric, date, time, interval and uuid stay strings. timestamptz and timestamp (read as UTC) become Dates. json is parsed, and
 * bytea becomes a Uint8Array. Arrays of these types are supported. `userTypes` adds arrays of types that the database declares, such as enums.
 */
export function createValueParsers(userTypes: ReadonlyArray<{ oid: number; typarray: number }> = []): Record<number, Parse> {
  const parsers: Record<number, Parse> = {};
  for (const [element, array, parse] of [...types, ...userTypes.map((t) => [t.oid, t.typarray, keepText] as const)]) {
    parsers[element] = parse;
    parsers[array] = (text) => parseElements(text, parse);
  }
  return parsers;
}

/** Reads the types of the database that `createValueParsers` must support in arrays. It is run once at the start. */
export const userTypesStatement = `SELECT oid::int4 AS oid, typarray::int4 AS typarray FROM pg_type WHERE typtype = 'e'`;

/**
 * Converts a parameter for the driver: Dates to ISO strings, arrays to array literals, and other objects to JSON. Bytes stay unchanged. For an
 * array that is a JSON value, pass the JSON string instead.
 */
export function toParameter(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return toArrayLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value as number | bigint | boolean);
}

function toArrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) => {
    if (Array.isArray(value)) return toArrayLiteral(value);
    const parameter = toParameter(value);
    if (parameter === null) return 'NULL';
    const text = typeof parameter === 'string' ? parameter : `\\x${Buffer.from(parameter).toString('hex')}`;
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}
