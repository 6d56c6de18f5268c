import { chownSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { attachAuditUnlocked } from '../audited/attach-audit.ts';
import type { Migration } from '../migrations/directory.ts';
import { migrateServer } from '../migrations/migrate-server.ts';
import { createServerConfig } from '../server.ts';
import { createEmbeddedUrl, OWNER, SITE_DATABASE } from './embedded-url.ts';
import { type StartResult, startPostmaster, stopPostmaster } from './postmaster.ts';
import { findPrograms } from './programs.ts';
import { runProgram } from './run-program.ts';
import { getDatabaseUser } from './database-user.ts';

/** Settings of every embedded cluster, written to `postgresql.conf` in its data directory. */
const SETTINGS: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  // failed statements may contain personal data, and the service logs failures itself
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  max_wal_size: '256MB',
  // these two settings reduce the number of processes
  io_method: 'sync',
  max_logical_replication_workers: '0',
};

/** Version of prepared clusters. Increment the number when the way in which clusters are created changes. */
export const clusterFormat = JSON.stringify([SETTINGS, 2]);

/** Settings for clusters whose data may be lost if the machine crashes. */
export const WITHOUT_SYNC: Readonly<Record<string, string>> = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** Creates an empty folder that belongs to the system user of PostgreSQL. */
export function makeDatabaseFolder(folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
  const user = getDatabaseUser();
  if (user) chownSync(folder, user.uid, user.gid);
}

/** Initializes a cluster in a folder that belongs to the system user of PostgreSQL. */
async function makeCluster(dataFolder: string): Promise<void> {
  const { initdb } = findPrograms();
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const access = ['-U', OWNER, '--auth-local=trust', '--auth-host=reject'];
  const args = ['-D', dataFolder, '-E', 'UTF8', ...locale, ...access, '--wal-segsize=1', '--no-sync', '--no-instructions', ...settings];
  await runProgram(initdb, args, { cwd: dataFolder, user: getDatabaseUser() });
}

/** Flushes a copied cluster to disk, so that it survives a power loss. */
export async function syncCluster(dataFolder: string): Promise<void> {
  await runProgram(findPrograms().initdb, ['-D', dataFolder, '--sync-only'], { cwd: dataFolder, user: getDatabaseUser() });
}

async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(createServerConfig(url));
  await client.connect();
  try {
    for (const text of statements) await client.query(text);
  } finally {
    await client.end();
  }
}

/** Renames the database that initdb created to that of the site. Drops `template0`, which saves a third of the files that each new site copies. */
const PREPARE_DATABASES = [
  `ALTER DATABASE postgres RENAME TO ${SITE_DATABASE}`,
  `UPDATE pg_database SET datistemplate = false WHERE datname = 'template0'`,
  'DROP DATABASE template0',
];

function requireStarted(server: StartResult): Exclude<StartResult, 'taken'> {
  if (server === 'taken') throw new Error('Another process uses a folder that has just been created');
  return server;
}

/**
 * Creates a cluster in a temporary folder and runs a server on it during the work. When the server has stopped, calls `afterwards` with the path of
 * the data directory, then removes the folder.
 */
export async function withTemporaryCluster<T>(work: (url: string) => Promise<T>, afterwards?: (dataFolder: string) => void): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), `marquee-cluster-${process.pid}-`));
  const user = getDatabaseUser();
  if (user) chownSync(home, user.uid, user.gid);
  const dataFolder = join(home, 'data');
  try {
    makeDatabaseFolder(dataFolder);
    await makeCluster(dataFolder);
    const server = requireStarted(await startPostmaster(dataFolder, WITHOUT_SYNC));
    let result: T;
    try {
      await runStatements(createEmbeddedUrl(server, 'template1'), PREPARE_DATABASES);
      result = await work(createEmbeddedUrl(server));
    } finally {
      await stopPostmaster(dataFolder);
    }
    afterwards?.(dataFolder);
    return result;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Creates a temporary cluster with an empty, migrated site database. When its server has stopped, calls `afterwards` with its data directory. */
export async function buildSiteCluster(migrations: readonly Migration[], afterwards: (dataFolder: string) => void): Promise<void> {
  await withTemporaryCluster(async (url) => {
    await migrateServer(url, { migrations });
    const client = new pg.Client(createServerConfig(url));
    await client.connect();
    // about a hundred triggers are attached here, because attaching them later would slow down each new site
    try {
      await attachAuditUnlocked(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
    } finally {
      await client.end();
    }
  }, afterwards);
}
