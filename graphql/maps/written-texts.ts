import { formatPath, formatPoint, formatPosition, type Position } from '#app/domains/maps/geometry.rules.ts';
import type { TextColumn } from '#app/domains/maps/columns.rules.ts';
import type { InputFields } from '../builder.ts';
import type { legacyOnly } from '../compatibility.ts';

/** Creates input fields for text columns. */
export function textInputs(
  t: InputFields,
  columns: Readonly<Record<string, TextColumn>>,
  names: readonly string[],
  legacyOptions: Partial<ReturnType<typeof legacyOnly>> = {},
) {
  const createInput = (name: string) => t.string({ description: columns[name]?.description ?? '', ...legacyOptions });
  return Object.fromEntries(names.map((name) => [name, createInput(name)])) as Record<string, ReturnType<typeof createInput>>;
}

/** Returns an empty text for each name: the values that clear the texts. */
export const clearedTexts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '' as const]));

type ShapeInput = Readonly<Record<string, unknown>>;

const isPosition = (value: unknown): value is Position => typeof value === 'object' && value !== null && 'latitude' in value;

/**
 * Returns the input with its points and paths as the texts that are stored. Front ends send them as numbers under their own name. Legacy clients send
 * them as texts under the name with the suffix `Text`.
 */
export function withWrittenTexts(input: ShapeInput, geometry: readonly string[]): ShapeInput {
  const { ...texts } = input as Record<string, unknown>;
  for (const name of geometry) {
    const [value, text] = [texts[name], texts[`${name}Text`]];
    delete texts[`${name}Text`];
    delete texts[name];
    if (typeof text === 'string') texts[name] = text;
    else if (value === null) texts[name] = '';
    else if (isPosition(value)) texts[name] = formatPoint(formatPosition(`input.${name}`, value));
    else if (Array.isArray(value)) texts[name] = formatPath(`input.${name}`, value.filter(isPosition));
  }
  return texts;
}
