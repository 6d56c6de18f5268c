import pg from 'pg';
import { createServerConfig } from './server.ts';

/** Runs the work under an advisory lock on a separate connection. The lock is released when the connection closes for any reason. */
export async function withAdvisoryLock<T>(address: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(createServerConfig(address));
  // work continues after the lock is lost: it is safe to repeat, and at worst slow or refused while another process runs it
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
