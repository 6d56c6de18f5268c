import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { LibraryStatements } from './library-statements.ts';
import type { ReadCounts, ReplicaStatus } from './replicas/replicas.ts';

/** Numbers of connections of a pool. */
export interface ConnectionCounts {
  total: number;
  idle: number;
  /** Callers that wait for a connection or for permission to write. */
  waiting: number;
  /** Running transactions and writing statements. */
  writing: number;
}

/** Functions that use the connections to the database. */
export interface Driver {
  adapter: SqlDriverAdapterFactory;
  /** Runs a statement. If `facts` are given, runs it in its own transaction, in which the audit log reads the facts. */
  query: <Row>(text: string, values: ReadonlyArray<string | Uint8Array | null>, name?: string, facts?: string | null) => Promise<Row[]>;
  /** Runs the SQL of the job queue, without recording its changes. */
  libraryStatements: LibraryStatements;
  /**
   * Calls `onPayload` with each payload that a committed transaction of any process sends to a channel, with `notify` or with `pg_notify` in a
   * trigger. Calls `onLoss` when the connection is lost, and `onGap` when it is restored, because payloads sent in between are lost. The returned
   * function unsubscribes.
   */
  listen: (channel: string, onPayload: (payload: string) => void, onGap?: () => void, onLoss?: () => void) => Promise<() => Promise<void>>;
  /**
   * Runs the work while no other process runs work of the same name. Later callers wait. Only for rare, long work outside transactions, because each
   * call occupies a server connection. Calls must not be nested.
   */
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Returns the current numbers of connections. */
  connections: () => ConnectionCounts;
  replicas?: () => Promise<ReplicaStatus[]>;
  reads?: ReadCounts | undefined;
  close: () => Promise<void>;
}
