import { formatPath, formatPoint, toStringPoint, type Position } from '#app/domains/maps/geometry.rules.ts';
import type { TextColumn } from '#app/domains/maps/columns.rules.ts';
import type { InputFields } from '../builder.ts';
import type { legacyOnly } from '../compatibility.ts';

/** Creates input fields for text columns. */
export function createTextInputs(
  t: InputFields,
  columns: Readonly<Record<string, TextColumn>>,
  names: readonly string[],
  legacyOptions: Partial<ReturnType<typeof legacyOnly>> = {},
) {
  const createInput = (name: string) => t.string({ description: columns[name]?.description ?? '', ...legacyOptions });
  return Object.fromEntries(names.map((name) => [name, createInput(name)])) as Record<string, ReturnType<typeof createInput>>;
}

/** Returns an empty string for each name. These values clear the columns. */
export const createEmptyTexts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '' as const]));

type ShapeInput = Readonly<Record<string, unknown>>;

const isPosition = (value: unknown): value is Position => typeof value === 'object' && value !== null && 'latitude' in value;

/**
 * Returns the input with points and paths in the stored form, as strings. Front ends send coordinates as numbers, in the field with the name of the
 * column. Legacy clients send strings, in the field with the suffix `Text`.
 */
export function toStoredGeometry(input: ShapeInput, geometry: readonly string[]): ShapeInput {
  const { ...columns } = input as Record<string, unknown>;
  for (const name of geometry) {
    const [value, text] = [columns[name], columns[`${name}Text`]];
    delete columns[`${name}Text`];
    delete columns[name];
    if (typeof text === 'string') columns[name] = text;
    else if (value === null) columns[name] = '';
    else if (isPosition(value)) columns[name] = formatPoint(toStringPoint(`input.${name}`, value));
    else if (Array.isArray(value)) columns[name] = formatPath(`input.${name}`, value.filter(isPosition));
  }
  return columns;
}
