import { PrismaPg } from '@prisma/adapter-pg';
import {
  DriverAdapterError,
  type IsolationLevel,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { isReadOnlySql } from './read-only-sql.ts';
import type { WriterLimiter } from './writers.ts';

/** Returns a function that names prepared statements. A statement keeps its name for the lifetime of the process. */
function createStatementNamer(limit: number): (query: SqlQuery) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const existing = names.get(sql);
    if (existing !== undefined) return existing;
    // Beyond the limit, statements stay unnamed, so that the server does not keep them all. This is rare: it takes lists of many different lengths.
    if (names.size >= limit) return '';
    const name = `p${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/**
 * Creates Prisma's adapter for a PostgreSQL server. The caller owns the pool. Differences from the published adapter:
 * - Sends scripts as a whole. The published adapter splits them at every semicolon, even in function bodies.
 * - Throws if the server turns a COMMIT into a rollback.
 * - Leaves statements unnamed if `keepsStatements` is false, because prepared statements then do not survive a transaction.
 * - Limits concurrent transactions and writing statements with `writers`.
 */
export function createServerAdapter(
  pool: pg.Pool,
  onError: (error: Error) => void,
  { keepsStatements = true, writers }: { keepsStatements?: boolean; writers?: WriterLimiter } = {},
): SqlMigrationAwareDriverAdapterFactory {
  const statementNameGenerator = createStatementNamer(keepsStatements ? 500 : 0);
  const factory = new PrismaPg(pool, { onPoolError: onError, onConnectionError: onError, statementNameGenerator });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const start = adapter.startTransaction.bind(adapter);
    const [queryRaw, executeRaw] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)];
    const runLimited = <T>({ sql }: SqlQuery, run: () => Promise<T>) => (writers && !isReadOnlySql(sql) ? writers.run(run) : run());
    const internals = adapter as unknown as { onError(error: unknown): never };
    return Object.assign(adapter, {
      async executeScript(script: string): Promise<void> {
        await pool.query(script).catch((error: unknown) => internals.onError(error));
      },
      queryRaw: (query: SqlQuery) => runLimited(query, () => queryRaw(query)),
      executeRaw: (query: SqlQuery) => runLimited(query, () => executeRaw(query)),
      async startTransaction(level?: IsolationLevel) {
        const release = (await writers?.acquire()) ?? (() => undefined);
        try {
          return releaseAtEnd(watchCommit(await start(level)), release);
        } catch (error) {
          release();
          throw error;
        }
      },
    });
  };
  return factory;
}

/** Calls `release` when the transaction ends. Prisma always calls `commit` or `rollback`, even for a transaction that started too late. */
function releaseAtEnd(tx: Transaction, release: () => void): Transaction {
  const [commit, rollback] = [tx.commit.bind(tx), tx.rollback.bind(tx)];
  return Object.assign(tx, { commit: () => commit().finally(release), rollback: () => rollback().finally(release) });
}

/** Makes a COMMIT throw if the server turns it into a rollback. */
function watchCommit(tx: Transaction): Transaction {
  const { client } = tx as unknown as { client: pg.PoolClient };
  const executeRaw = tx.executeRaw.bind(tx);
  return Object.assign(tx, {
    async executeRaw(query: SqlQuery): Promise<number> {
      if (query.sql !== 'COMMIT') return executeRaw(query);
      const result = await client
        .query('COMMIT')
        .catch((error: unknown) => (tx as unknown as { onError(e: unknown): never }).onError(error));
      if (result.command !== 'COMMIT') throw createAbortedError();
      return 0;
    },
  });
}

function createAbortedError(): DriverAdapterError {
  const message = 'current transaction is aborted, commands ignored until end of transaction block';
  return new DriverAdapterError({
    kind: 'postgres',
    code: '25P02',
    severity: 'ERROR',
    message,
    detail: undefined,
    column: undefined,
    hint: undefined,
    originalCode: '25P02',
    originalMessage: message,
  });
}
