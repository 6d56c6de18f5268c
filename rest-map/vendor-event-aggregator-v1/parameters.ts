import type { Field } from '#app/rest/parameters/declaration.ts';
import { type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


/** A list, unchanged. Refuses other types with a general message. */
export function onlyList(options: FieldOptions = {}): Field {
  return untyped({ ...options, check: (value) => Array.isArray(value) });
}
