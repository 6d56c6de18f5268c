import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

/** What is missing on this machine for some tests, in words; null = it is here. */
export type Missing = string | null;

/** PgBouncer, for tests about poolers; Debian puts it beside what administrators run. */
export const poolerProgram = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file));
export const noPooler: Missing = poolerProgram ? null : "needs Debian's package pgbouncer";

/** HAProxy, where Debian puts it, for tests about what stands before several processes. */
export const balancerProgram = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find((file) => existsSync(file));
export const noBalancer: Missing = balancerProgram ? null : "needs Debian's package haproxy";

/** `describe` of tests that need something: where it is missing they are skipped, and their name says why. */
export function describeUnless(missing: Missing, name: string, body: () => void): void {
  if (missing === null) describe(name, body);
  else describe.skip(`${name} [skipped: ${missing}]`, body);
}

/** `it` of a test that needs something, as `describeUnless`. */
export function itUnless(missing: Missing, name: string, body: () => void | Promise<void>, timeout?: number): void {
  if (missing === null) it(name, body, timeout);
  else it.skip(`${name} [skipped: ${missing}]`, body, timeout);
}

/** Files that real programs wrote. Their licenses keep them out of the project: they lie beside it, or where REAL_DATA says. */
export interface RealFiles {
  missing: Missing;
  /** Absolute path of their folder. */
  folder: string;
  /** Names of the files; one that stands for all of them where they are missing. */
  names: readonly string[];
}

/** The real files of one kind, such as `ics`. */
export function realFiles(kind: string): RealFiles {
  const all = path.resolve(process.env['REAL_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data'));
  const folder = path.join(all, kind);
  if (!existsSync(folder)) return { missing: `no real files in ${all}; REAL_DATA may name another folder`, folder, names: [`${kind}/*`] };
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return { missing: null, folder, names: files.map(({ name }) => name) };
}
