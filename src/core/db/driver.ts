import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { LibraryStatements } from './library-statements.ts';
import type { ReadCounts, ReplicaStanding } from './replicas/replicas.ts';

/** Connections of a pool. */
export interface Connections {
  total: number;
  idle: number;
  /** Who waits for one, or for a turn to write. */
  waiting: number;
  /** Transactions and writing statements that run. */
  writing: number;
}

/** What the database does by way of its connections. */
export interface Driver {
  adapter: SqlDriverAdapterFactory;
  /** With facts the statement has a transaction of its own, in which the audit log finds them. */
  query: <Row>(text: string, values: ReadonlyArray<string | Uint8Array | null>, name?: string, facts?: string | null) => Promise<Row[]>;
  /** For the queue, which writes its own statements; their changes are not reported. */
  libraryStatements: LibraryStatements;
  /**
   * Calls back with each payload that a committed transaction sent (`announce`, or `pg_notify` of a trigger, from any process); the returned function
   * stops it. `onLoss` is called when the connection is lost, `onGap` when it is back, because payloads sent meanwhile are lost.
   */
  listen: (channel: string, onPayload: (payload: string) => void, onGap?: () => void, onLoss?: () => void) => Promise<() => Promise<void>>;
  /**
   * Runs the work while no other process does what has this name: anyone who comes later waits. For seldom and long work outside of transactions; a
   * connection of a server is kept for it. Not to be nested.
   */
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Connections at the moment. */
  connections: () => Connections;
  replicas?: () => Promise<ReplicaStanding[]>;
  reads?: ReadCounts | undefined;
  close: () => Promise<void>;
}
