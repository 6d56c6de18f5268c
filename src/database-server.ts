import type { Config } from './config/config.ts';
import { useEmbeddedServer } from './core/db/embedded/use-embedded-server.ts';
import type { Log } from './core/logging/log.ts';

/** The database server that this process uses. */
export interface DatabaseServer {
  url: string;
  /** URL of the server itself, if `url` is that of a pooler; for migrations and notifications. */
  directUrl: string | undefined;
  /** Resolves when the files of a new embedded database are on disk. Writes must not be confirmed to clients before. */
  synced: Promise<unknown>;
  /** Releases an embedded server, which stops with its last user. Has no effect on a server of the operator. */
  leave: () => Promise<void>;
}

/**
 * Returns the connection of the service, its workers and commands: `DATABASE_URL`, or the embedded PostgreSQL in the data directory, which is started if
 * necessary. `isService` is for the process that serves the site.
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
