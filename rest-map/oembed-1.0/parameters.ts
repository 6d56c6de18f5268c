import { countOf } from '#app/rest/parameters/counts.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';

/** Parameters that only this namespace has. */

/** A count that is never refused: see `countOf`. */
export function count(published: Field): Field {
  return { ...published, clean: countOf };
}
