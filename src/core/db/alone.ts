import pg from 'pg';
import { serverConfig } from './server.ts';

/** Runs the work under a lock of the server that a connection of its own holds: it is free when that ends, however it ends. */
export async function withAdvisoryLock<T>(address: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(serverConfig(address));
  // who lost it goes on: what runs under such a lock is safe to repeat, only slower or refused beside another one
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
