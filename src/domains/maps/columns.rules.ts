import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { parsePoint, formatPoint } from './geometry.rules.ts';
import { sanitizeAndDecode, sanitizeUrl, sanitizeText } from './texts.rules.ts';

/**
 * Conversion of an input string before it is stored. `text`: HTML is sanitized. `decoded`: HTML is sanitized and its entities are decoded. `url`: a
 * URL that would run code is removed. `point`: the string must be `latitude,longitude`.
 */
type Conversion = 'text' | 'decoded' | 'url' | 'point';

/** A text column of a feature with its conversion and maximum length. */
export interface TextColumn {
  conversion: Conversion;
  maxLength: number;
  /** Description in the GraphQL schema. */
  description: string;
  /** Name of the input member, if it differs from the name of the column. */
  argument?: string;
}

/** Maximum length of columns without a published limit, such as descriptions and styles. */
export const NO_LIMIT = 1_000_000;

const CONVERSIONS: Readonly<Record<Conversion, (text: string) => string | ArgumentRefusal>> = {
  text: sanitizeText,
  decoded: sanitizeAndDecode,
  url: sanitizeUrl,
  point: (text) => {
    const point = parsePoint(text);
    return point ? formatPoint(point) : text.trim() === '' ? '' : { message: 'Must be a latitude and a longitude, separated by a comma.' };
  },
};

type TextColumns = Readonly<Record<string, TextColumn>>;

/** Converts the strings of an input to columns. Omits values that are missing or null. Throws `invalid_arguments` that lists all errors. */
export function toTextColumns(columns: TextColumns, input: Readonly<Record<string, unknown>>): Record<string, string> {
  const stored: Record<string, string> = {};
  const refusals: Record<string, ArgumentRefusal> = {};
  for (const [name, { conversion, maxLength, argument = name }] of Object.entries(columns)) {
    const value = input[name];
    if (typeof value !== 'string') continue;
    const converted = CONVERSIONS[conversion](value);
    if (typeof converted !== 'string') refusals[`input.${argument}`] = converted;
    else if (Array.from(converted).length > maxLength)
      refusals[`input.${argument}`] = { code: 'too_long', message: `${argument} must be at most ${maxLength} characters long.` };
    else stored[name] = converted;
  }
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
  return stored;
}

/** Returns the numbers and booleans of an input with the given names. */
export function toValueColumns(names: readonly string[], input: Readonly<Record<string, unknown>>): Record<string, number | boolean> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = input[name];
      return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
    }),
  );
}
