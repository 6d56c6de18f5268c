import { storedPath, storedPoint, textOfPosition, type Position } from '#app/domains/maps/geometry.rules.ts';
import type { TextColumn } from '#app/domains/maps/columns.rules.ts';
import type { InputFields } from '../builder.ts';
import type { legacyOnly } from '../compatibility.ts';

/** Creates input fields for text columns. The type system only distinguishes the kinds of fields. */
export function textInputs(
  t: InputFields,
  columns: Readonly<Record<string, TextColumn>>,
  names: readonly string[],
  told: Partial<ReturnType<typeof legacyOnly>> = {},
) {
  const make = (name: string) => t.string({ description: columns[name]?.description ?? '', ...told });
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<string, ReturnType<typeof make>>;
}

/** Returns the values that clear texts. */
export const clearedTexts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '' as const]));

type Given = Readonly<Record<string, unknown>>;

const isPosition = (value: unknown): value is Position => typeof value === 'object' && value !== null && 'latitude' in value;

/**
 * Returns the input with its points and paths as the texts that are stored. Front ends send them as numbers under their own name. Legacy clients send
 * them as texts under the name with the suffix `Text`.
 */
export function withWrittenTexts(input: Given, geometry: readonly string[]): Given {
  const { ...written } = input as Record<string, unknown>;
  for (const name of geometry) {
    const [numbers, text] = [written[name], written[`${name}Text`]];
    delete written[`${name}Text`];
    delete written[name];
    if (typeof text === 'string') written[name] = text;
    else if (numbers === null) written[name] = '';
    else if (isPosition(numbers)) written[name] = storedPoint(textOfPosition(`input.${name}`, numbers));
    else if (Array.isArray(numbers)) written[name] = storedPath(`input.${name}`, numbers.filter(isPosition));
  }
  return written;
}
