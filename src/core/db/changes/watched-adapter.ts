import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils';
import type { Timed } from '../slow-statements.ts';
import type { Changes } from './changes.ts';
import type { StatementTables } from './statement-tables.ts';

/** Makes known what the Prisma client reads and writes: at once, or with the commit of its transaction, and what of it is slow. It joins reads of several callers. */
export function watchedAdapter<Factory extends SqlDriverAdapterFactory>(factory: Factory, changes: Changes, timed: Timed): Factory {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => watched(await connect(), changes, timed);
  return factory;
}

function watched(adapter: SqlDriverAdapter, changes: Changes, timed: Timed): SqlDriverAdapter {
  const [queryRaw, executeRaw] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)];
  const executeScript = adapter.executeScript.bind(adapter);
  const startTransaction = adapter.startTransaction.bind(adapter);
  const tell = (tables: readonly string[]) => changes.changed(tables);
  return Object.assign(adapter, {
    queryRaw: (query: SqlQuery) => watching(changes, query, () => timed(query.sql, () => queryRaw(query)), rowsReturned, tell),
    executeRaw: (query: SqlQuery) =>
      watching(
        changes,
        query,
        () => timed(query.sql, () => executeRaw(query)),
        (rows) => rows,
        tell,
      ),
    executeScript: (script: string) => executeScript(script).finally(() => changes.changedAll()),
    startTransaction: async (...given: Parameters<typeof startTransaction>) =>
      watchedTransaction(await startTransaction(...given), changes, timed),
  } satisfies Partial<SqlDriverAdapter>);
}

/** Rows that a statement changed, as far as those that it answers tell. */
const rowsReturned = ({ rows }: SqlResultSet, { returns }: StatementTables): number => (returns ? rows.length : Number.POSITIVE_INFINITY);

/** Runs a statement; tells what it has written, or may have where it failed. */
async function watching<T>(
  changes: Changes,
  { sql }: SqlQuery,
  run: () => Promise<T>,
  rowsOf: (result: T, written: StatementTables) => number,
  tell: (tables: readonly string[]) => void,
): Promise<T> {
  const written = changes.began(sql, true);
  if (!written) return run();
  let rows = Number.POSITIVE_INFINITY;
  try {
    const result = await run();
    rows = rowsOf(result, written);
    return result;
  } finally {
    if (rows > 0 || !written.isPlainWrite) tell(written.writes);
  }
}

/** What a transaction has written is told when it ends, whatever became of the commit; a rollback has written nothing. */
function watchedTransaction(tx: Transaction, changes: Changes, timed: Timed): Transaction {
  const written = new Set<string>();
  const collect = (tables: readonly string[]) => tables.forEach((table) => written.add(table));
  const [queryRaw, executeRaw, commit] = [tx.queryRaw.bind(tx), tx.executeRaw.bind(tx), tx.commit.bind(tx)];
  const tellAll = () => changes.changed([...written]);
  return Object.assign(tx, {
    queryRaw: (query: SqlQuery) => watching(changes, query, () => timed(query.sql, () => queryRaw(query)), rowsReturned, collect),
    executeRaw: (query: SqlQuery) =>
      // the client ends transactions on a server by the word
      query.sql === 'COMMIT'
        ? executeRaw(query).finally(tellAll)
        : watching(
            changes,
            query,
            () => timed(query.sql, () => executeRaw(query)),
            (rows) => rows,
            collect,
          ),
    commit: () => commit().finally(tellAll),
  } satisfies Partial<Transaction>);
}
