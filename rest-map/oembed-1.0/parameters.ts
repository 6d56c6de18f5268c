import { toCount } from '#app/rest/parameters/counts.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';


/** A count. Any value is accepted and converted (`toCount`). */
export function count(published: Field): Field {
  return { ...published, clean: toCount };
}
