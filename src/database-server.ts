import type { Config } from './config/config.ts';
import { useEmbeddedServer } from './core/db/embedded/embedded.ts';
import type { Log } from './core/logging/log.ts';

/** The database server of a configuration, as this process uses it. */
export interface DatabaseServer {
  url: string;
  /** The server itself, where `url` leads to a pooler: for migrations and notifications. */
  directUrl: string | undefined;
  /** Resolves when the files of a new embedded database are on disk: nothing may be promised to a client before. */
  synced: Promise<unknown>;
  /** Ends the use of an embedded server, which stops with its last user; a server of the operator's is left alone. */
  leave: () => Promise<void>;
}

/**
 * Returns the connection URL that the service, its workers and commands use: that of `DATABASE_URL`, or of the embedded PostgreSQL in the data directory, which is
 * started if it does not run. `isService` is for the process that serves the site.
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
