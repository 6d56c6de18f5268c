import { ConfigurationError } from '../config/config.ts';
import { DatabaseError, isDatabaseDown, sqlState } from '../core/db/errors.ts';
import { Failure } from '../core/failures/failure.ts';

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not read or write it',
  EROFS: 'this disk can only be read',
  EISDIR: 'that is a folder',
  ENOTDIR: 'that is no folder',
  ENOSPC: 'the disk is full',
};

/** File errors that another folder may avoid. */
const elsewhere = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC']);

/** SQL states of refused credentials and missing databases. */
const refusals = /^(28|3D)/;

interface SystemError {
  code?: string;
  syscall?: string;
  path?: string;
  address?: string;
  port?: number;
}

/** Returns why the service cannot listen at its address, and a remedy. */
function listeningWords({ code, address, port }: SystemError): string | null {
  const another = `or choose another port, such as PORT=${(port ?? 4000) + 1}`;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is taken: another program, perhaps another Marquee, listens there. Stop it, ${another}.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Use one above 1023: PORT=4000.`;
  if (code === 'EADDRNOTAVAIL') return `HOST=${address} is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`;
  return null;
}

function databaseWords(error: unknown): string | null {
  const words = error instanceof Error && error.message !== '' ? error.message : String((error as SystemError).code ?? error);
  if (refusals.test(sqlState(error) ?? '')) return `The database server does not let us in: ${words}. Correct DATABASE_URL.`;
  if (!isDatabaseDown(error)) return null;
  return `The database cannot be reached: ${words}. Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used.`;
}

/** Returns the message of a failure with a remedy, for the user of a command; null for an internal error. */
export function failureWords(error: unknown): string | null {
  if (error instanceof Failure || error instanceof DatabaseError || error instanceof ConfigurationError) return error.message;
  const told = (error ?? {}) as SystemError;
  const listening = told.syscall === 'listen' ? listeningWords(told) : null;
  if (listening !== null) return listening;
  const { code, path, syscall } = told;
  if (typeof code === 'string' && typeof path === 'string') {
    const isMade = syscall === 'mkdir';
    const way = isMade || elsewhere.has(code) ? '. Mend that, or name another folder: DATA_DIRECTORY=<folder>' : '';
    // Node.js reports ENOENT for nested folders on a read-only disk
    const fault =
      isMade && code === 'ENOENT' ? 'this folder cannot be made: perhaps the disk can only be read' : (fileFaults[code] ?? code);
    return `${path}: ${fault}${way}`;
  }
  return databaseWords(error);
}

/** Returns the message of a failure, or the stack of an internal error. */
export function wordsOrStack(error: unknown): string {
  return failureWords(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
