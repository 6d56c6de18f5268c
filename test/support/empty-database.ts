import pg from 'pg';
import { inject } from 'vitest';
import type { MigrationTarget } from '../../src/core/db/migrations/apply.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { dropDatabase, createDatabaseName, withDatabaseName, runOnServer } from './server.ts';

/** A database to apply migrations to. */
export interface EmptyDatabase extends MigrationTarget {
  close: () => Promise<void>;
}

/** Opens an empty database on the test server. */
export async function openEmptyDatabase(): Promise<EmptyDatabase> {
  const server = inject('databaseServer');
  const name = createDatabaseName();
  await runOnServer(server, `CREATE DATABASE ${name}`);
  const pool = new pg.Pool({ ...createServerConfig(withDatabaseName(server, name)), max: 1 });
  // the database may be dropped before the connection is closed
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const query = async <Row>(sql: string) => (await pool.query(sql)).rows as Row[];
  const close = async () => {
    await pool.end();
    await dropDatabase(server, name);
  };
  return { query, script: (sql) => pool.query(sql), close };
}
