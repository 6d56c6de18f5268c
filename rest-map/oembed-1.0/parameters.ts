import { countOf } from '#app/rest/parameters/counts.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';


/** A count that is never refused (`countOf`). */
export function count(published: Field): Field {
  return { ...published, clean: countOf };
}
