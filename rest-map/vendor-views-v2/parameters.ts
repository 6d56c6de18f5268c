import type { Field } from '#app/rest/parameters/declaration.ts';
import { type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';

/** A string. Its type is not published. Refuses other values with a general message. */
export function onlyText(options: FieldOptions = {}): Field {
  return untyped({ ...options, onNull: 'absent', check: (value) => typeof value === 'string' });
}

/** A list or an object, unchanged. Refuses other values with a general message. */
export function listOrObject(options: FieldOptions = {}): Field {
  return untyped({ ...options, onNull: 'absent', check: (value) => typeof value === 'object' });
}
