import { compileSchema } from './compile.ts';
import type { ParameterSchema } from './schema.ts';

/**
 * What a value becomes by core-rest.md 3.3 and 3.5. Never throws; for a value that does not validate the result only has the
 * right type. Schemas are made ready once per object, so pass a constant, not a literal.
 */
export function sanitizeValue(value: unknown, schema: ParameterSchema): unknown {
  return compileSchema(schema).sanitize(value);
}
