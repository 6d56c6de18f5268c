import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/core/db/database.ts';
import { dropDatabase, onDatabase, onServer, testServer } from './server.ts';

/**
 * A fresh migrated database for this test file: embedded, or on the server that TEST_DATABASE_URL names. `close()` also removes it; what a file
 * leaves open is removed when the run ends.
 */
export async function openTestDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  const { url, drop } = await testDatabaseUrl();
  const database = await openDatabase({ max: 4, ...options, url });
  return { ...database, close: () => database.close().then(drop) };
}

/** The address of a fresh migrated database for `openDatabase`, and how to remove it once it is closed. */
export async function testDatabaseUrl(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = testServer;
  if (!server) {
    const folder = join(inject('scratchFolder'), randomUUID());
    return { url: `pglite:${folder}`, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const template = inject('databaseTemplate');
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { url: onDatabase(server, name), drop: () => dropDatabase(server, name) };
}
