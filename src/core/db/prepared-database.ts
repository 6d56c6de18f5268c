import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { now } from '../clock.ts';
import { attachAuditAlone } from './audited/attach.ts';
import { embeddedFormat, openPGlite } from './embedded-client.ts';
import { applyMigrations, type MigrationTarget } from './migrations/apply.ts';
import { type Migration, readMigrations } from './migrations/directory.ts';
import { cacheDirectory, pglitePath } from './paths.ts';

/** A migrated database without rows, kept beside the installed packages: a data directory to copy. */
export interface PreparedDatabase {
  directory: string;
}

const abandonedAfterMs = 6 * 60 * 60 * 1000;

/**
 * The prepared database of these migrations, made now (about 4 s) when it is missing. Several processes may make it at once: each works in a
 * folder of its own and the first to rename it wins. Throws when the cache cannot be written.
 */
export async function preparedDatabase(migrations?: readonly Migration[], cache = cacheDirectory): Promise<PreparedDatabase> {
  const list = migrations ?? readMigrations();
  const home = join(cache, `embedded-${await fingerprint(list)}`);
  const prepared = { directory: join(home, 'data') };
  if (!(await exists(prepared.directory))) {
    const draft = join(cache, `draft-${process.pid}-${randomUUID()}`);
    try {
      await makeEmbedded(join(draft, 'data'), list);
      await rename(draft, home).catch(async (error: unknown) => {
        if (!(await exists(prepared.directory))) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    await removeAbandoned(cache, home);
  }
  return prepared;
}

/** Synchronously, in a thread: more than a thousand files, each of which would otherwise wait its turn, four times the work. */
const copying = `
const { workerData } = require('node:worker_threads');
require('node:fs').cpSync(...workerData, { recursive: true, errorOnExist: true, force: false });
`;

/** Copies the prepared data directory to a place that does not exist yet, beside what the process does meanwhile. */
export async function copyPrepared({ directory }: PreparedDatabase, to: string): Promise<void> {
  const worker = new Worker(copying, { eval: true, workerData: [directory, to] });
  // rejects with the error that ended it
  await once(worker, 'exit');
}

/**
 * Drops the databases that new ones are made of, 600 files: nobody makes any here. Nor could they ever be vacuumed, for which PostgreSQL would
 * refuse to write after two thousand million transactions.
 */
async function dropTemplates(client: PGlite): Promise<void> {
  await client.query('UPDATE pg_database SET datistemplate = false WHERE datname <> current_database()');
  for (const name of ['template0', 'template1']) await client.query(`DROP DATABASE ${name}`);
}

/** Makes the database of a new site in a directory that is empty or does not exist yet: migrated, without rows. */
export async function makeEmbedded(directory: string, migrations: readonly Migration[]): Promise<void> {
  await mkdir(directory, { recursive: true });
  const client = await openPGlite({ directory });
  try {
    await migrateEmbedded(client, migrations);
    // here, so that no new site pays for a hundred triggers
    await attachAuditAlone(async <Row>(sql: string) => (await client.query<Row>(sql)).rows);
    await dropTemplates(client);
  } finally {
    await client.close();
  }
}

/** Applies pending migrations to an opened embedded database, which this process alone uses; answers the names applied. */
export async function migrateEmbedded(client: PGlite, migrations: readonly Migration[]): Promise<string[]> {
  return applyMigrations(embeddedTarget(client), migrations);
}

/** An opened embedded database as migrations are applied to it. */
export function embeddedTarget(client: PGlite): MigrationTarget {
  return { query: async <Row>(sql: string) => (await client.query<Row>(sql)).rows, script: (sql) => client.exec(sql) };
}

async function fingerprint(migrations: readonly Migration[]): Promise<string> {
  const { version } = JSON.parse(await readFile(pglitePath('../package.json'), 'utf8')) as { version: string };
  const hash = createHash('sha256').update(`${embeddedFormat} ${version}`);
  for (const { name, checksum } of migrations) hash.update(`\n${name} ${checksum}`);
  return hash.digest('hex').slice(0, 16);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function removeAbandoned(cache: string, current: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name);
    if (path === current || !/^(embedded|draft)-/.test(name)) continue;
    const made = await stat(path).catch(() => undefined);
    if (made && now().getTime() - made.mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}
