import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { pointOf, storedPoint } from './geometry.rules.ts';
import { decodedText, harmlessAddress, harmlessText } from './texts.rules.ts';

/** Conversion of an input value before it is stored. */
type Treatment = 'text' | 'decoded' | 'address' | 'point';

/** A text column of a feature with its conversion and maximum length. */
export interface TextColumn {
  treat: Treatment;
  longest: number;
  /** Description in the GraphQL schema. */
  description: string;
  /** Name of the input member, if it differs from the column. */
  argument?: string;
}

/** Maximum length of columns without a published one, such as descriptions and styles. */
export const NO_LIMIT = 1_000_000;

const treatments: Readonly<Record<Treatment, (text: string) => string | ArgumentRefusal>> = {
  text: harmlessText,
  decoded: decodedText,
  address: harmlessAddress,
  point: (text) => {
    const point = pointOf(text);
    return point ? storedPoint(point) : text.trim() === '' ? '' : { message: 'A point is latitude and longitude with a comma between.' };
  },
};

type Texts = Readonly<Record<string, TextColumn>>;

/** Converts the texts of an input to stored columns and omits missing and null ones. Throws `invalid_arguments` with all errors. */
export function storedTexts(columns: Texts, given: Readonly<Record<string, unknown>>): Record<string, string> {
  const stored: Record<string, string> = {};
  const refusals: Record<string, ArgumentRefusal> = {};
  for (const [name, { treat, longest, argument = name }] of Object.entries(columns)) {
    const value = given[name];
    if (typeof value !== 'string') continue;
    const made = treatments[treat](value);
    if (typeof made !== 'string') refusals[`input.${argument}`] = made;
    else if (Array.from(made).length > longest)
      refusals[`input.${argument}`] = { code: 'too_long', message: `${argument} must be at most ${longest} characters long.` };
    else stored[name] = made;
  }
  if (Object.keys(refusals).length > 0) throw invalidArguments(refusals);
  return stored;
}

/** Returns the numbers and flags of an input. */
export function storedValues(names: readonly string[], given: Readonly<Record<string, unknown>>): Record<string, number | boolean> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
    }),
  );
}
