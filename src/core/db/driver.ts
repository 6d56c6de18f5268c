import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { LibraryStatements } from './library-statements.ts';
import type { ReadCounts, ReplicaStatus } from './replicas/replicas.ts';

/** Connections of a pool. */
export interface Connections {
  total: number;
  idle: number;
  /** Callers that wait for a connection or for permission to write. */
  waiting: number;
  /** Running transactions and writing statements. */
  writing: number;
}

/** Connections and the functions that use them. */
export interface Driver {
  adapter: SqlDriverAdapterFactory;
  /** Runs a statement. With `facts`, uses a separate transaction, in which the audit log reads them. */
  query: <Row>(text: string, values: ReadonlyArray<string | Uint8Array | null>, name?: string, facts?: string | null) => Promise<Row[]>;
  /** Runs the SQL of the job queue. Does not report its changes. */
  libraryStatements: LibraryStatements;
  /**
   * Calls back with each payload of a channel that a committed transaction of any process sent (`notify`, or `pg_notify` of a trigger). The
   * returned function unsubscribes. `onLoss` is called when the connection is lost, and `onGap` when it is restored, because payloads sent
   * in between are lost.
   */
  listen: (channel: string, onPayload: (payload: string) => void, onGap?: () => void, onLoss?: () => void) => Promise<() => Promise<void>>;
  /**
   * Runs the work while no other process runs work of the same name; later callers wait. For rare, long work outside transactions, because
   * it occupies a server connection. Must not be nested.
   */
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Current number of connections. */
  connections: () => Connections;
  replicas?: () => Promise<ReplicaStatus[]>;
  reads?: ReadCounts | undefined;
  close: () => Promise<void>;
}
