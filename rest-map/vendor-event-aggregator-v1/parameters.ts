import type { Field } from '#app/rest/parameters/declaration.ts';
import { type FieldOptions, untyped } from '#app/rest/parameters/words.ts';

/** Parameters that only this namespace has. */

/** A list, as it was sent; anything else is refused without a reason. */
export function onlyList(options: FieldOptions = {}): Field {
  return untyped({ ...options, check: (sent) => Array.isArray(sent) });
}
