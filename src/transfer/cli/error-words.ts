import { ConfigurationError } from '../../config.ts';
import { DatabaseError, isDatabaseDown } from '../../core/db/errors.ts';
import { Failure } from '../../core/failure.ts';

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read or write it',
  EISDIR: 'that is a folder',
  ENOSPC: 'the disk is full',
};

/** What to tell the operator of an error; null for a fault of ours. */
export function errorWords(error: unknown): string | null {
  if (error instanceof Failure || error instanceof DatabaseError || error instanceof ConfigurationError) return error.message;
  if (isDatabaseDown(error)) return `The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown };
  if (typeof code !== 'string' || typeof path !== 'string') return null;
  return `${path}: ${fileFaults[code] ?? code}`;
}
