import type { Log } from '../logging/log.ts';

/** How the database is opened. */
export interface DatabaseOptions {
  /** Connection URL of the database: `postgres://…`. */
  url: string;
  /** Address of the server itself where `url` leads to a pooler: for migrations and notifications. */
  directUrl?: string | undefined;
  log?: Log | undefined;
  /** False leaves the schema of a server alone: one that is behind is refused. */
  migrates?: boolean | undefined;
  /** Addresses of replicas of the server, which serve the statements of requests that only read. */
  replicaUrls?: readonly string[] | undefined;
  /** Most connections to a server at once (10), and to each replica. */
  max?: number | undefined;
  /** Most of them that transactions and writing statements have (`writersOf`). */
  maxWriting?: number | undefined;
  /** Statements that take this many milliseconds are logged; 0 (the default) = none. */
  slowMs?: number | undefined;
  /** Longest run of one statement on a server, in milliseconds (30,000). */
  statementTimeoutMs?: number | undefined;
  /** How long a transaction waits for a connection, in milliseconds (15,000). */
  transactionWaitMs?: number | undefined;
  /** How long a transaction may run, in milliseconds (15,000). */
  transactionTimeoutMs?: number | undefined;
  /** Called with the text of every statement that Prisma or `sql` sends: for tests that count them. */
  onQuery?: ((sql: string) => void) | undefined;
}
