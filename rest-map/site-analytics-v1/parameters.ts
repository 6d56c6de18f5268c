import { compileSchema } from '#app/rest/parameters/compile.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';


/** A parameter that is published with one schema and validated and read with another. */
export function readAs(published: Field, accepted: Field): Field {
  const { validate, sanitize } = compileSchema(accepted.schema);
  return { ...published, acceptedSchema: accepted.schema, check: validate, clean: sanitize };
}
