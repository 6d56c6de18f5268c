import { compileSchema } from '#app/rest/parameters/compile.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';


/** A parameter that is published with one schema and validated and read with another. */
export function takenAs(published: Field, taken: Field): Field {
  const { validate, sanitize } = compileSchema(taken.schema);
  return { ...published, takes: taken.schema, check: validate, clean: sanitize };
}
