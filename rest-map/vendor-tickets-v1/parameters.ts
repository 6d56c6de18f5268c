import type { Field } from '#app/rest/parameters/declaration.ts';
import { field } from '#app/rest/parameters/lenient-types.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { scalarText } from '#app/rest/parameters/types.ts';


type Said = Partial<ParameterSchema> & Partial<Omit<Field, 'schema'>>;

/** A whole number or its text. Published as text. Refuses other values without a reason. */
export function idText(said: Said = {}): Field {
  return field({
    type: 'string',
    onNull: 'absent',
    check: (value) => /^\s*\d+(\.0+)?\s*$/.test(scalarText(value)),
    clean: String,
    ...said,
  });
}
