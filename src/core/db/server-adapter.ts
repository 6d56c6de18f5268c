import { PrismaPg } from '@prisma/adapter-pg';
import {
  DriverAdapterError,
  type IsolationLevel,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { onlyReads } from './reading.ts';
import type { Writers } from './writers.ts';

/** Names for prepared statements: the same SQL gets the same name for as long as the process lives. */
function statementNames(limit: number): (query: SqlQuery) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    // Beyond the limit (unusual: lists with ever new lengths) statements stay unnamed, so that the server does not keep them all.
    if (names.size >= limit) return '';
    const name = `p${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/**
 * Prisma's adapter for a PostgreSQL server on a pool that the caller owns. Scripts are sent whole (the published adapter cuts them at every
 * semicolon, also inside function bodies), and a COMMIT that the server turns into a rollback is an error instead of a silent loss. Where nobody
 * keeps prepared statements from one transaction to the next, they stay unnamed. Transactions and writing statements wait for their turn, where `writers` limits them.
 */
export function serverAdapter(
  pool: pg.Pool,
  onError: (error: Error) => void,
  { keepsStatements = true, writers }: { keepsStatements?: boolean; writers?: Writers } = {},
): SqlMigrationAwareDriverAdapterFactory {
  const statementNameGenerator = statementNames(keepsStatements ? 500 : 0);
  const factory = new PrismaPg(pool, { onPoolError: onError, onConnectionError: onError, statementNameGenerator });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const start = adapter.startTransaction.bind(adapter);
    const [queryRaw, executeRaw] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)];
    const inTurn = <T>({ sql }: SqlQuery, run: () => Promise<T>) => (writers && !onlyReads(sql) ? writers.run(run) : run());
    const inside = adapter as unknown as { onError(error: unknown): never };
    return Object.assign(adapter, {
      async executeScript(script: string): Promise<void> {
        await pool.query(script).catch((error: unknown) => inside.onError(error));
      },
      queryRaw: (query: SqlQuery) => inTurn(query, () => queryRaw(query)),
      executeRaw: (query: SqlQuery) => inTurn(query, () => executeRaw(query)),
      async startTransaction(level?: IsolationLevel) {
        const leave = (await writers?.enter()) ?? (() => undefined);
        try {
          return leavingAtEnd(watchCommit(await start(level)), leave);
        } catch (error) {
          leave();
          throw error;
        }
      },
    });
  };
  return factory;
}

/** The client calls one of these whatever becomes of a transaction, also of one that came too late. */
function leavingAtEnd(tx: Transaction, leave: () => void): Transaction {
  const [commit, rollback] = [tx.commit.bind(tx), tx.rollback.bind(tx)];
  return Object.assign(tx, { commit: () => commit().finally(leave), rollback: () => rollback().finally(leave) });
}

function watchCommit(tx: Transaction): Transaction {
  const { client } = tx as unknown as { client: pg.PoolClient };
  const executeRaw = tx.executeRaw.bind(tx);
  return Object.assign(tx, {
    async executeRaw(query: SqlQuery): Promise<number> {
      if (query.sql !== 'COMMIT') return executeRaw(query);
      const result = await client
        .query('COMMIT')
        .catch((error: unknown) => (tx as unknown as { onError(e: unknown): never }).onError(error));
      if (result.command !== 'COMMIT') throw abortedTransaction();
      return 0;
    },
  });
}

function abortedTransaction(): DriverAdapterError {
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
