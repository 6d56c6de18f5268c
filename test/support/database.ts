import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import type { DatabaseOptions } from '../../src/core/db/database-options.ts';
import { dropDatabase, withDatabaseName, runOnServer } from './server.ts';

/** Opens a new migrated database for this test file. `close()` also drops it. Databases that are not closed are dropped at the end of the run. */
export async function openTestDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  const { url, drop } = await createTestDatabase();
  const database = await openDatabase({ maxConnections: 4, ...options, url });
  return { ...database, close: () => database.close().then(drop) };
}

export interface TestDatabase {
  /** Connection URL for `openDatabase`. */
  url: string;
  /** Drops the database. Close it first. */
  drop: () => Promise<void>;
}

/** Creates a new migrated database without rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('databaseTemplate'));
}

/** Creates a new database with the initial content of an installation. */
export async function createSiteDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('siteTemplate'));
}

async function copyTemplate(template: string): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `${inject('databaseTemplate')}_${randomUUID().slice(0, 8)}`;
  // takes half the time of the default strategy, which writes every page to the write-ahead log
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return { url: withDatabaseName(server, name), drop: () => dropDatabase(server, name) };
}
