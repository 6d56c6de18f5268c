import type { Field } from '#app/rest/parameters/declaration.ts';
import { type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';

/** Parameters that only this namespace has. */

/** Text of which nothing is published; anything else is refused without a reason. */
export function onlyText(options: FieldOptions = {}): Field {
  return untyped({ ...options, onNull: 'absent', check: (sent) => typeof sent === 'string' });
}

/** A list or an object, as it was sent; anything else is refused without a reason. */
export function listOrObject(options: FieldOptions = {}): Field {
  return untyped({ ...options, onNull: 'absent', check: (sent) => typeof sent === 'object' });
}
