import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

/** Description of a requirement that this machine does not meet, or null if it does. */
export type Missing = string | null;

/** Path of PgBouncer for tests of poolers, or undefined. Debian installs it in /usr/sbin. */
export const poolerProgram = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file));
export const missingPooler: Missing = poolerProgram ? null : "needs Debian's package pgbouncer";

/** Path of HAProxy for tests of a load balancer in front of several processes, or undefined. Debian installs it in /usr/sbin. */
export const balancerProgram = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find((file) => existsSync(file));
export const missingBalancer: Missing = balancerProgram ? null : "needs Debian's package haproxy";

/** `describe` for tests with a requirement. If the requirement is not met, skips the tests and adds the reason to the name. */
export function describeUnless(missing: Missing, name: string, body: () => void): void {
  if (missing === null) describe(name, body);
  else describe.skip(`${name} [skipped: ${missing}]`, body);
}

/** `it` for a test with a requirement. If the requirement is not met, skips the test and adds the reason to the name. */
export function itUnless(missing: Missing, name: string, body: () => void | Promise<void>, timeout?: number): void {
  if (missing === null) it(name, body, timeout);
  else it.skip(`${name} [skipped: ${missing}]`, body, timeout);
}

/**
 * Files that other programs have written. Because of their licenses, they are not part of the project. They are stored next to it, or in the folder
 * `REAL_DATA`.
 */
export interface RealFiles {
  missing: Missing;
  /** Absolute path of their folder. */
  folder: string;
  /** Names of the files, or one placeholder if they are missing. */
  names: readonly string[];
}

/** Returns the real files of one kind, such as `ics`. */
export function findRealFiles(kind: string): RealFiles {
  const root = path.resolve(process.env['REAL_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data'));
  const folder = path.join(root, kind);
  if (!existsSync(folder)) return { missing: `no real files in ${root}; REAL_DATA may name another folder`, folder, names: [`${kind}/*`] };
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return { missing: null, folder, names: files.map(({ name }) => name) };
}
