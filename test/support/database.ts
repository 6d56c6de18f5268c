import { afterAll, inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/core/db/database.ts';
import { dropDatabase, freshName, onDatabase, onServer, testServer } from './server.ts';

/**
 * A fresh migrated database for this test file, closed and removed when the file is done: embedded in memory, or on the server that
 * TEST_DATABASE_URL names. Call it once per file, in `beforeAll` or at the top.
 */
export async function openTestDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  const { url, drop } = await testDatabaseUrl();
  const database = await openDatabase({ max: 4, ...options, url });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return database;
}

/** The address of a fresh migrated database for `openDatabase`, and how to remove it once it is closed. */
export async function testDatabaseUrl(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = testServer;
  if (!server) return { url: 'pglite:memory', drop: async () => undefined };
  const name = freshName('test');
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${inject('databaseTemplate')}`);
  return { url: onDatabase(server, name), drop: () => dropDatabase(server, name) };
}
