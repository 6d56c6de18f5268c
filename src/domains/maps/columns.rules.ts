import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import { pointOf, storedPoint } from './geometry.rules.ts';
import { decodedText, harmlessAddress, harmlessText } from './texts.rules.ts';

/** How what clients send becomes what is stored. */
type Treatment = 'text' | 'decoded' | 'address' | 'point';

/** A text column of a feature: how it is read, and how long it may be. */
export interface TextColumn {
  treat: Treatment;
  longest: number;
  /** What it means, for front ends. */
  description: string;
  /** Member of the input that gives it, where that has another name. */
  argument?: string;
}

/** Descriptions, styles and the like have no published length. */
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

/**
 * The columns that an input gives, as they are stored; what it does not give, or gives as null, is left out. Throws `invalid_arguments` with
 * all that is wrong. `input` names the argument in the refusals.
 */
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

/** Numbers and flags that an input gives. */
export function storedValues(names: readonly string[], given: Readonly<Record<string, unknown>>): Record<string, number | boolean> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
    }),
  );
}
