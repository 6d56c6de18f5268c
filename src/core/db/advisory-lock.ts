import pg from 'pg';
import { createServerConfig } from './server.ts';

/**
 * Runs the work while a separate connection to the database at `url` holds an advisory lock. If the connection closes for any reason, the server
 * releases the lock.
 */
export async function withAdvisoryLock<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(createServerConfig(url));
  // the work continues if the lock is lost: if another process then runs it too, it is only slow or refused
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
