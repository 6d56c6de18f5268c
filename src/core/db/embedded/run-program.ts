import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseError } from '../errors.ts';
import type { DatabaseUser } from './database-user.ts';

/** Environment variables for PostgreSQL's programs. They need no others. */
export const programEnvironment: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** Returns the error for a program that could not be started. */
export function createSpawnError(program: string, error: NodeJS.ErrnoException): DatabaseError {
  // the program itself is installed, so what is missing is its loader, which is a part of glibc
  const reason =
    error.code === 'ENOENT'
      ? 'it needs the GNU C library (glibc), which this system lacks. Use a glibc-based system or image, or set DATABASE_URL to a PostgreSQL server'
      : error.message;
  return new DatabaseError(`${program} cannot be run: ${reason}.`, { cause: error });
}

/** Runs a PostgreSQL program until it ends. Throws a DatabaseError with its output if it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; user: DatabaseUser | undefined },
): Promise<void> {
  const { cwd, user } = options;
  const child = spawn(program, args, { ...user, cwd, env: programEnvironment, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  const [code, signal] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw createSpawnError(program, error);
  })) as [number | null, string | null];
  if (code === 0) return;
  const errorLines = output.split('\n').filter((line) => /error|fatal|panic|could not|hint/i.test(line));
  throw new DatabaseError(`${program} failed (${signal ?? code}): ${errorLines.join(' ').trim() || output.trim()}`);
}
