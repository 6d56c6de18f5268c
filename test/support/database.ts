import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/core/db/database.ts';
import { copyPrepared } from '../../src/core/db/prepared-database.ts';
import { dropDatabase, onDatabase, onServer, testServer } from './server.ts';

/**
 * A fresh migrated database for this test file: embedded, or on the server that TEST_DATABASE_URL names. `close()` also removes it; what a file
 * leaves open is removed when the run ends.
 */
export async function openTestDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  const { url, drop } = await forgottenDatabaseUrl();
  const database = await openDatabase({ max: 4, ...options, url });
  return { ...database, close: () => database.close().then(drop) };
}

export interface TestDatabase {
  /** For `openDatabase`. */
  url: string;
  /** Removes it once it is closed. */
  drop: () => Promise<void>;
}

/**
 * A fresh migrated database that is opened once: an embedded one is in memory, which takes a fifth of the processor time of files.
 * With `hasContents` it has the initial content of an installation.
 */
export async function forgottenDatabaseUrl({ hasContents = false } = {}): Promise<TestDatabase> {
  if (testServer) return hasContents ? siteDatabaseUrl() : testDatabaseUrl();
  return { url: hasContents ? `pglite:memory:${inject('siteTemplate')}` : 'pglite:memory', drop: async () => {} };
}

/** A fresh migrated database without rows, which may be opened again, also by other processes. */
export async function testDatabaseUrl(): Promise<TestDatabase> {
  if (testServer) return copyOnServer(testServer, inject('databaseTemplate'));
  return embeddedIn(join(inject('scratchFolder'), randomUUID()));
}

/** As `testDatabaseUrl`, with the initial content of an installation, made when the run began. */
export async function siteDatabaseUrl(): Promise<TestDatabase> {
  if (testServer) return copyOnServer(testServer, inject('siteTemplate'));
  const folder = join(inject('scratchFolder'), randomUUID());
  await mkdir(folder);
  await copyPrepared({ directory: join(inject('siteTemplate'), 'postgres') }, join(folder, 'postgres'));
  return embeddedIn(folder);
}

function embeddedIn(folder: string): TestDatabase {
  return { url: `pglite:${folder}`, drop: () => rm(folder, { recursive: true, force: true }) };
}

async function copyOnServer(server: string, template: string): Promise<TestDatabase> {
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  // half the time of the usual strategy, which writes every page to the log
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return { url: onDatabase(server, name), drop: () => dropDatabase(server, name) };
}
