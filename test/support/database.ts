import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import type { DatabaseOptions } from '../../src/core/db/database-options.ts';
import { dropDatabase, onDatabase, onServer } from './server.ts';

/** A fresh migrated database for this test file. `close()` also removes it; what a file leaves open is removed when the run ends. */
export async function openTestDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  const { url, drop } = await testDatabaseUrl();
  const database = await openDatabase({ max: 4, ...options, url });
  return { ...database, close: () => database.close().then(drop) };
}

export interface TestDatabase {
  /** For `openDatabase`. */
  url: string;
  /** Removes it once it is closed. */
  drop: () => Promise<void>;
}

/** A fresh migrated database without rows. */
export async function testDatabaseUrl(): Promise<TestDatabase> {
  return copyOf(inject('databaseTemplate'));
}

/** As `testDatabaseUrl`, with the initial content of an installation, made when the run began. */
export async function siteDatabaseUrl(): Promise<TestDatabase> {
  return copyOf(inject('siteTemplate'));
}

async function copyOf(template: string): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `${inject('databaseTemplate')}_${randomUUID().slice(0, 8)}`;
  // half the time of the usual strategy, which writes every page to the log
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return { url: onDatabase(server, name), drop: () => dropDatabase(server, name) };
}
