import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils';
import { getAuditFacts, mayBeAudited, SET_FACTS } from '../audited/audit-facts.ts';
import type { StatementTimer } from '../slow-statements.ts';
import type { Changes } from './changes.ts';
import type { StatementTables } from './statement-tables.ts';

/**
 * Wraps the adapter of the Prisma client. Runs its statements with `timeStatement`, and records their reads and writes in `changes`. Writes of a
 * transaction are recorded at the commit. Passes the facts about the request to the audit log before a write.
 */
export function watchAdapterFactory<Factory extends SqlDriverAdapterFactory>(
  factory: Factory,
  changes: Changes,
  timeStatement: StatementTimer,
): Factory {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => watchAdapter(await connect(), changes, timeStatement);
  return factory;
}

function watchAdapter(adapter: SqlDriverAdapter, changes: Changes, timeStatement: StatementTimer): SqlDriverAdapter {
  const [queryRaw, executeRaw] = withAuditFacts(adapter);
  const executeScript = adapter.executeScript.bind(adapter);
  const startTransaction = adapter.startTransaction.bind(adapter);
  const report = (tables: readonly string[]) => changes.recordChange(tables);
  return Object.assign(adapter, {
    queryRaw: (query: SqlQuery) =>
      runReported(changes, query, () => timeStatement(query.sql, () => queryRaw(query)), countReturnedRows, report),
    executeRaw: (query: SqlQuery) =>
      runReported(
        changes,
        query,
        () => timeStatement(query.sql, () => executeRaw(query)),
        (rows) => rows,
        report,
      ),
    executeScript: (script: string) => executeScript(script).finally(() => changes.recordUnknownChange()),
    startTransaction: async (...args: Parameters<typeof startTransaction>) =>
      watchTransaction(await startTransaction(...args), changes, timeStatement),
  } satisfies Partial<SqlDriverAdapter>);
}

/** Returns the number of changed rows if the statement returns them; otherwise infinity. */
const countReturnedRows = ({ rows }: SqlResultSet, { hasReturning }: StatementTables): number =>
  hasReturning ? rows.length : Number.POSITIVE_INFINITY;

/** Runs a statement and reports the tables that it changed. If the statement fails, reports all tables that it may have changed. */
async function runReported<T>(
  changes: Changes,
  { sql }: SqlQuery,
  run: () => Promise<T>,
  countRows: (result: T, written: StatementTables) => number,
  report: (tables: readonly string[]) => void,
): Promise<T> {
  const written = changes.recordStatement(sql, true);
  if (!written) return run();
  const { notices } = changes;
  // if the statement fails, its writes are unknown
  let changed = written.writes;
  try {
    const result = await run();
    changed = countRows(result, written) === 0 && written.isPlainWrite ? [] : changes.findNoticedTables(notices, written.writes);
    return result;
  } finally {
    report(changed);
  }
}

/** Reports the writes of a transaction after its commit, even if the commit fails. Reports nothing after a rollback. */
function watchTransaction(tx: Transaction, changes: Changes, timeStatement: StatementTimer): Transaction {
  const written = new Set<string>();
  const collect = (tables: readonly string[]) => tables.forEach((table) => written.add(table));
  const [queryRaw, executeRaw] = withAuditFactsInTransaction(tx);
  const commit = tx.commit.bind(tx);
  const reportAll = () => changes.recordChange([...written]);
  return Object.assign(tx, {
    queryRaw: (query: SqlQuery) =>
      runReported(changes, query, () => timeStatement(query.sql, () => queryRaw(query)), countReturnedRows, collect),
    executeRaw: (query: SqlQuery) =>
      // Prisma ends a transaction with this statement, before it calls `commit`
      query.sql === 'COMMIT'
        ? executeRaw(query).finally(reportAll)
        : runReported(
            changes,
            query,
            () => timeStatement(query.sql, () => executeRaw(query)),
            (rows) => rows,
            collect,
          ),
    commit: () => commit().finally(reportAll),
  } satisfies Partial<Transaction>);
}

type RawMethods = [queryRaw: SqlDriverAdapter['queryRaw'], executeRaw: SqlDriverAdapter['executeRaw']];

const createFactsQuery = (facts: string): SqlQuery => ({
  sql: SET_FACTS,
  args: [facts],
  argTypes: [{ scalarType: 'string', arity: 'scalar' }],
});
const createPlainQuery = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] });

/** Wraps the methods of a transaction, so that they set the audit facts before its first write. */
function withAuditFactsInTransaction(tx: Transaction): RawMethods {
  const [queryRaw, executeRaw] = [tx.queryRaw.bind(tx), tx.executeRaw.bind(tx)];
  let areFactsSet = false;
  const setFactsOnce = async ({ sql }: SqlQuery) => {
    if (areFactsSet || !mayBeAudited(sql)) return;
    areFactsSet = true;
    const facts = getAuditFacts();
    if (facts !== null) await queryRaw(createFactsQuery(facts));
  };
  return [
    async (query) => {
      await setFactsOnce(query);
      return await queryRaw(query);
    },
    async (query) => {
      await setFactsOnce(query);
      return await executeRaw(query);
    },
  ];
}

/** Wraps the methods outside transactions. They run a write of a request in its own transaction, after setting the audit facts. */
function withAuditFacts(adapter: SqlDriverAdapter): RawMethods {
  const [queryRaw, executeRaw] = [adapter.queryRaw.bind(adapter), adapter.executeRaw.bind(adapter)];
  const start = adapter.startTransaction.bind(adapter);
  const runInTransaction = async <T>(facts: string, run: (tx: Transaction) => Promise<T>): Promise<T> => {
    const tx = await start();
    const end = async (command: 'COMMIT' | 'ROLLBACK') => {
      if (!tx.options.usePhantomQuery) await tx.executeRaw(createPlainQuery(command));
      await (command === 'COMMIT' ? tx.commit() : tx.rollback());
    };
    let result: T;
    try {
      await tx.queryRaw(createFactsQuery(facts));
      result = await run(tx);
    } catch (error) {
      await end('ROLLBACK').catch(() => undefined);
      throw error;
    }
    await end('COMMIT');
    return result;
  };
  const getFacts = ({ sql }: SqlQuery) => (mayBeAudited(sql) ? getAuditFacts() : null);
  return [
    (query) => {
      const facts = getFacts(query);
      return facts === null ? queryRaw(query) : runInTransaction(facts, (tx) => tx.queryRaw(query));
    },
    (query) => {
      const facts = getFacts(query);
      return facts === null ? executeRaw(query) : runInTransaction(facts, (tx) => tx.executeRaw(query));
    },
  ];
}
