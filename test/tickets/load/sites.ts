import { createTestDatabase } from '../../support/database.ts';
import { startPrivateServer } from '../../support/private-server.ts';
import { type Service, startService } from '../../support/service.ts';

/** Processes of the service on one database. */
export interface LoadedSite {
  services: Service[];
  databaseUrl: string;
  /** Ends the processes in any state, and drops the database. */
  close: () => Promise<void>;
}

async function startServices(databaseUrl: string, pools: readonly number[], drop: () => Promise<void>): Promise<LoadedSite> {
  const services: Service[] = [];
  const close = async () => {
    for (const service of services) await service.kill();
    await drop();
  };
  try {
    for (const pool of pools) services.push(await startService(databaseUrl, { DATABASE_POOL: String(pool), SITE_URL: 'http://site.test' }));
  } catch (error) {
    await close();
    throw error;
  }
  return { services, databaseUrl, close };
}

/** Starts two processes on one database of the test server. */
export async function startOnTestServer(): Promise<LoadedSite> {
  const { url, drop } = await createTestDatabase();
  return startServices(url, [4, 4], drop);
}

/** Starts two processes on a server that refuses some of their connections. The pool of one process is very small. */
export async function startOnSmallServer(): Promise<LoadedSite> {
  const server = await startPrivateServer({ max_connections: '14', superuser_reserved_connections: '1' });
  return startServices(server.url, [8, 2], () => server.close());
}
