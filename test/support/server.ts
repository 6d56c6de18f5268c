import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createServerConfig } from '../../src/core/db/server.ts';

/** Returns the connection URL with another database name. */
export function withDatabaseName(url: string, name: string): string {
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return databaseUrl.href;
}

/** Runs one statement on the server, outside of any test database. */
export async function runOnServer(url: string, statement: string, values: unknown[] = []): Promise<Array<Record<string, unknown>>> {
  const client = new pg.Client(createServerConfig(url));
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Returns a unique database name. */
export function createDatabaseName(): string {
  return `marquee_test_${process.pid}_${randomUUID().slice(0, 8)}`;
}

/** Drops a test database and closes its connections. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await runOnServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Drops a template database and all databases that were copied from it. */
export async function dropFamily(url: string, template: string): Promise<void> {
  const rows = await runOnServer(url, 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [template]);
  for (const { datname } of rows) await dropDatabase(url, String(datname));
}
