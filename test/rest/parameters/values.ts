import { compileSchema } from '../../../src/rest/parameters/compile.ts';
import type { Fault, ParameterSchema } from '../../../src/rest/parameters/schema.ts';

/** The first thing wrong with a value, or undefined; `name` is how the client addressed it. */
export function validateValue(value: unknown, schema: ParameterSchema, name: string): Fault | undefined {
  return compileSchema(schema).validate(value, name);
}

/** What a value becomes. */
export function sanitizeValue(value: unknown, schema: ParameterSchema): unknown {
  return compileSchema(schema).sanitize(value);
}
