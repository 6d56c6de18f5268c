import type { ArgumentDeclaration } from './declaration.ts';
import { keywords } from './schema.ts';

/**
 * The public description of an argument (core-rest.md 3.1): `required`, then the declared keywords in their published order. How the
 * engine treats the argument (phase, own checks) is left out. The containers are the declaration's own: do not change them.
 */
export function describeArgument({ schema, required = false }: ArgumentDeclaration): Record<string, unknown> {
  const description: Record<string, unknown> = { required };
  for (const keyword of keywords) if (schema[keyword] !== undefined) description[keyword] = schema[keyword];
  return description;
}
