import type { Config } from './config/config.ts';
import { useEmbeddedServer } from './core/db/embedded/use-embedded-server.ts';
import type { Log } from './core/logging/log.ts';

/** The connection to the database server that this process uses. */
export interface DatabaseServer {
  url: string;
  /** URL of the server itself for migrations and notifications, if `url` is that of a connection pooler. */
  directUrl: string | undefined;
  /** Resolves when the files of a new embedded database are on disk. Until then, the service must not confirm writes to clients. */
  synced: Promise<unknown>;
  /** Stops using an embedded server. The last process that uses it also stops it. Has no effect on an external server. */
  leave: () => Promise<void>;
}

/**
 * Returns the connection for the service, its workers and commands: that of `DATABASE_URL`, or that of the embedded PostgreSQL in the data directory.
 * Starts the embedded server if necessary. `isService` is true for the process that serves the site.
 */
export async function useDatabaseServer(
  { databaseUrl, directDatabaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'dataDirectory'>,
  { isService = false, log }: { isService?: boolean | undefined; log?: Log | undefined } = {},
): Promise<DatabaseServer> {
  if (databaseUrl !== undefined) {
    const leave = async () => undefined;
    return { url: databaseUrl, directUrl: directDatabaseUrl, synced: Promise.resolve(), leave };
  }
  return { ...(await useEmbeddedServer(dataDirectory, { isService, log })), directUrl: undefined };
}
