import { ConfigurationError } from '../../config.ts';
import { DatabaseError, isDatabaseDown } from '../../core/db/errors.ts';
import { Failure } from '../../core/failure.ts';

/** What to tell the operator of an error; null for a fault of ours. */
export function errorWords(error: unknown): string | null {
  if (error instanceof Failure || error instanceof DatabaseError || error instanceof ConfigurationError) return error.message;
  if (isDatabaseDown(error)) return `The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown };
  return typeof code === 'string' && typeof path === 'string' ? `${path}: ${code}` : null;
}
