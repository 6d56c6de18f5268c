import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Connections, Database } from './database.ts';
import type { LibraryStatements } from './library-statements.ts';
import type { ReadCounts, ReplicaStanding } from './replicas/replicas.ts';

/** What the database does by way of its connections. */
export interface Driver {
  adapter: SqlDriverAdapterFactory;
  /** With facts the statement has a transaction of its own, in which the audit log finds them. */
  query: <Row>(text: string, values: ReadonlyArray<string | Uint8Array | null>, name?: string, facts?: string | null) => Promise<Row[]>;
  libraryStatements: LibraryStatements;
  listen: Database['listen'];
  alone: Database['alone'];
  connections: () => Connections;
  replicas?: () => Promise<ReplicaStanding[]>;
  reads?: ReadCounts | undefined;
  close: () => Promise<void>;
}
