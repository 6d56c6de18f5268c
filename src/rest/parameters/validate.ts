import { compileSchema } from './compile.ts';
import type { Fault, ParameterSchema } from './schema.ts';

/**
 * The first thing wrong with a value, with the code and sentence of core-rest.md 3.4, or undefined. `name` is how the client
 * addressed the value (`page`, `meta.layout`). Schemas are made ready once per object, so pass a constant, not a literal.
 */
export function validateValue(value: unknown, schema: ParameterSchema, name: string): Fault | undefined {
  return compileSchema(schema).validate(value, name);
}
