import { compileSchema } from '#app/rest/parameters/compile.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';

/** Parameters that only this namespace has. */

/** Published as one thing, judged and read as another that takes more, less or something else. */
export function takenAs(published: Field, taken: Field): Field {
  const { validate, sanitize } = compileSchema(taken.schema);
  return { ...published, takes: taken.schema, check: validate, clean: sanitize };
}
