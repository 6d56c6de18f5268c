import type { Field } from '#app/rest/parameters/declaration.ts';
import { field } from '#app/rest/parameters/lenient-words.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { scalarText } from '#app/rest/parameters/types.ts';

/** Parameters that only this namespace has. */

type Said = Partial<ParameterSchema> & Partial<Omit<Field, 'schema'>>;

/** The text of a whole number, or the number; published as text, and refused without a reason otherwise. */
export function idText(said: Said = {}): Field {
  return field({
    type: 'string',
    onNull: 'absent',
    check: (value) => /^\s*\d+(\.0+)?\s*$/.test(scalarText(value)),
    clean: String,
    ...said,
  });
}
