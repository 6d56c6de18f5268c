import type { Log } from '../logging/log.ts';

/** Options for opening the database. */
export interface DatabaseOptions {
  /** Connection URL of the database: `postgres://…`. */
  url: string;
  /** Address of the server itself if `url` leads to a pooler. Used for migrations and notifications. */
  directUrl?: string | undefined;
  log?: Log | undefined;
  /** If false, does not migrate: refuses a database with an outdated schema. */
  migrates?: boolean | undefined;
  /** Addresses of read replicas, for statements of requests that only read. */
  replicaUrls?: readonly string[] | undefined;
  /** Maximum of connections to the server and to each replica (10). */
  max?: number | undefined;
  /** Maximum of connections for transactions and writing statements (`getDefaultWriters`). */
  maxWriting?: number | undefined;
  /** Logs statements that take at least this many milliseconds; 0 (the default) = none. */
  slowMs?: number | undefined;
  /** Maximum duration of a statement on a server, in milliseconds (30,000). */
  statementTimeoutMs?: number | undefined;
  /** Maximum wait of a transaction for a connection, in milliseconds (15,000). */
  transactionWaitMs?: number | undefined;
  /** Maximum duration of a transaction, in milliseconds (15,000). */
  transactionTimeoutMs?: number | undefined;
  /** Called with the SQL of every statement from Prisma or `sql`, for tests that count statements. */
  onQuery?: ((sql: string) => void) | undefined;
}
