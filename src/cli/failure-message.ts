import { ConfigurationError } from '../config/config.ts';
import { DatabaseError, isDatabaseDown, getSqlState } from '../core/db/errors.ts';
import { Failure } from '../core/failures/failure.ts';

/** Faults of files by the error code of the system. */
const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'this file does not exist',
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not read or write it',
  EROFS: 'this disk is read-only',
  EISDIR: 'this is a folder',
  ENOTDIR: 'this is not a folder',
  ENOSPC: 'the disk is full',
};

/** Codes of file errors that do not occur if the data directory is another folder. */
const avoidableElsewhere = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC']);

/** Matches the SQL states of refused credentials and missing databases. */
const REFUSAL_STATES = /^(28|3D)/;

interface SystemError {
  code?: string;
  syscall?: string;
  path?: string;
  address?: string;
  port?: number;
}

/** Returns why the service cannot listen on its host and port, with a remedy, or null for another error. */
function createListenMessage({ code, address, port }: SystemError): string | null {
  const otherPort = `or choose another port, such as PORT=${(port ?? 4000) + 1}`;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use by another program, perhaps another Marquee service. Stop it, ${otherPort}.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Use one above 1023: PORT=4000.`;
  if (code === 'EADDRNOTAVAIL') return `HOST=${address} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`;
  return null;
}

/** Returns why the database cannot be used, with a remedy, or null for another error. */
function createDatabaseMessage(error: unknown): string | null {
  const message = error instanceof Error && error.message !== '' ? error.message : String((error as SystemError).code ?? error);
  if (REFUSAL_STATES.test(getSqlState(error) ?? '')) return `The database server refuses the connection: ${message}. Correct DATABASE_URL.`;
  if (!isDatabaseDown(error)) return null;
  return `The database cannot be reached: ${message}. Start it or correct DATABASE_URL; without DATABASE_URL the embedded database is used.`;
}

/** Returns the message of a failure with a remedy, for the user of a command. Returns null for an internal error. */
export function findFailureMessage(error: unknown): string | null {
  if (error instanceof Failure || error instanceof DatabaseError || error instanceof ConfigurationError) return error.message;
  const systemError = (error ?? {}) as SystemError;
  const message = systemError.syscall === 'listen' ? createListenMessage(systemError) : null;
  if (message !== null) return message;
  const { code, path, syscall } = systemError;
  if (typeof code === 'string' && typeof path === 'string') {
    const isCreation = syscall === 'mkdir';
    const remedy = isCreation || avoidableElsewhere.has(code) ? '. Correct this, or set another folder: DATA_DIRECTORY=<folder>' : '';
    // Node.js reports ENOENT for nested folders on a read-only disk
    const fault = isCreation && code === 'ENOENT' ? 'this folder cannot be created; the disk may be read-only' : (fileFaults[code] ?? code);
    return `${path}: ${fault}${remedy}`;
  }
  return createDatabaseMessage(error);
}

/** Returns the message of a failure, or the stack of an internal error. */
export function getMessageOrStack(error: unknown): string {
  return findFailureMessage(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
