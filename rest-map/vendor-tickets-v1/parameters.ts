import type { Field } from '#app/rest/parameters/declaration.ts';
import { createField, type Keywords } from '#app/rest/parameters/lenient-types.ts';
import { toScalarText } from '#app/rest/parameters/types.ts';

/** A whole number or its text. Published as text. Refuses other values without a reason. */
export function idText(keywords: Keywords = {}): Field {
  return createField({
    type: 'string',
    onNull: 'absent',
    check: (value) => /^\s*\d+(\.0+)?\s*$/.test(toScalarText(value)),
    clean: String,
    ...keywords,
  });
}
