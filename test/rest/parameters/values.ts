import { compileSchema } from '../../../src/rest/parameters/compile.ts';
import type { Fault, ParameterSchema } from '../../../src/rest/parameters/schema.ts';

/** Returns the first error of a value, or undefined. `name` is the name in the request. */
export function validateValue(value: unknown, schema: ParameterSchema, name: string): Fault | undefined {
  return compileSchema(schema).validate(value, name);
}

/** Returns the sanitized value. */
export function sanitizeValue(value: unknown, schema: ParameterSchema): unknown {
  return compileSchema(schema).sanitize(value);
}
