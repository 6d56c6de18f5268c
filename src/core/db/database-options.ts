import type { Log } from '../logging/log.ts';

/** Options for opening the database. Defaults are in parentheses. */
export interface DatabaseOptions {
  /** Connection URL of the database: `postgres://…`. */
  url: string;
  /** Connection URL of the server itself, if `url` is that of a connection pooler. Used for migrations and notifications. */
  directUrl?: string | undefined;
  log?: Log | undefined;
  /** Whether to apply pending migrations (true). If false, opening fails if a migration is pending. */
  applyMigrations?: boolean | undefined;
  /** Connection URLs of read replicas, for statements of requests that only read. */
  replicaUrls?: readonly string[] | undefined;
  /** Maximum number of connections to the server and to each replica (10). */
  maxConnections?: number | undefined;
  /** Maximum number of connections for transactions and writing statements (`getDefaultWriters`). */
  maxWriters?: number | undefined;
  /** Minimum duration of a statement to be logged, in milliseconds. 0 logs none (0). */
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
