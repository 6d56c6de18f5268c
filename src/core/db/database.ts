import { PrismaClient } from '#db';
import { withTimeout } from '../async/with-timeout.ts';
import { getAuditFacts, mayBeAudited } from './audited/audit-facts.ts';
import { Changes } from './changes/changes.ts';
import type { StatementTables } from './changes/statement-tables.ts';
import { watchAdapterFactory } from './changes/watched-adapter.ts';
import type { DatabaseOptions } from './database-options.ts';
import type { Driver } from './driver.ts';
import { type MigrationState, readMigrationState } from './migrations/apply.ts';
import { type Migration, readMigrations } from './migrations/directory.ts';
import { type Client, type Tx, omittedColumns } from './model.ts';
import { unpackPayloads } from './pack-payloads.ts';
import type { ReadCounts, ReplicaStatus } from './replicas/replicas.ts';
import { openServerDriver } from './server-driver.ts';
import { State } from '../state/state.ts';
import { logSlowStatements } from './slow-statements.ts';
import { traceStatements } from './traced-statements.ts';
import { mapRows, type Statement } from './statement.ts';
import { isInTransaction, runTransaction, type TransactionOptions } from './transaction.ts';
import { toParameter } from './values.ts';

export type { Tx } from './model.ts';

/** The site's database, migrated and ready. */
export interface Database extends Pick<Driver, 'libraryStatements' | 'listen' | 'withLock' | 'connections'> {
  /** The Prisma client. It is created on first access. */
  readonly prisma: Client;
  /**
   * Runs one statement directly on the driver and returns its rows. Only for lists of this module, tests and tools: services declare their statements
   * and run them with `rows`. See `createValueParsers` and `toParameter` for the conversion of values. A named statement stays prepared on each
   * connection, so a name must always have the same SQL. Throws inside a transaction.
   */
  sql: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string) => Promise<Row[]>;
  /** Runs a declared statement and returns its rows, mapped as the statement declares. */
  rows: <Value>(statement: Statement<Value>, values?: readonly unknown[]) => Promise<Value[]>;
  /** Runs the work in a transaction and returns after the commit. Runs it up to five times if it conflicts with other transactions. */
  transaction: <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>;
  /** Records when tables last changed, for caches. Records nothing until `follow` is called. */
  changes: Changes;
  /** Returns the health of the database within two seconds. Never throws. */
  health: () => Promise<DatabaseHealth>;
  /** Compares the schema with this program's migrations within two seconds. Returns the previous state if the database does not respond. */
  migrations: () => Promise<MigrationState>;
  /** Status of the configured replicas. */
  replicas: () => Promise<ReplicaStatus[]>;
  /** Number of reads of each server since the start; undefined without replicas. */
  reads: ReadCounts | undefined;
  /** In-memory state of this database. */
  readonly state: State;
  /** Closes all connections after running statements have ended. */
  close: () => Promise<void>;
}

/** Health of the database. `read-only`: it responds but accepts no writes, because it is a replica or is set to read-only. */
export type DatabaseHealth = 'ok' | 'read-only' | 'unavailable';

/**
 * Opens the database of a connection URL. Applies pending migrations, unless `applyMigrations` is false.
 * @throws DatabaseError with a message for the operator if the database cannot be used
 * @throws the driver's error (see `isDatabaseDown`) if a server does not respond
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const ownMigrations = readMigrations();
  let noticeListener: Changes | undefined;
  const driver = await openServerDriver({
    ...options,
    migrations: ownMigrations,
    onNotice: (message) => noticeListener?.recordNotice(message),
  });
  const { onQuery } = options;
  const changes = new Changes({
    query: async <Row>(text: string) => driver.query<Row>(text, []),
    listen: driver.listen,
  });
  noticeListener = changes;
  const timeStatement = traceStatements(logSlowStatements(options.log, options.slowMs ?? 0));
  const prisma = createLazyClient(() => {
    const client = new PrismaClient({
      adapter: watchAdapterFactory(driver.adapter, changes, timeStatement),
      errorFormat: 'minimal',
      omit: omittedColumns,
      log: onQuery ? [{ emit: 'event', level: 'query' }] : [],
    });
    if (onQuery) client.$on('query' as never, (event: { query: string }) => onQuery(event.query));
    return client as Client;
  });
  const limits = { maxWait: options.transactionWaitMs ?? 15_000, timeout: options.transactionTimeoutMs ?? 15_000 };
  const sql = async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
    if (isInTransaction())
      throw new Error('A transaction is open here: use rowsIn, because this statement might wait for the transaction to end');
    onQuery?.(text);
    const written = changes.recordStatement(text, false);
    const facts = mayBeAudited(text) ? getAuditFacts() : null;
    const result = timeStatement(text, () => driver.query<Row>(text, values.map(toParameter), name, facts), name);
    return written ? reportWrites(result, written, changes) : result;
  };
  return {
    get prisma() {
      return prisma.get();
    },
    sql,
    rows: async <Value>(statement: Statement<Value>, values?: readonly unknown[]) =>
      mapRows(statement, await sql<Value>(statement.text, values, statement.name)),
    transaction: (work, overrides) => runTransaction(prisma.get(), work, { ...limits, ...overrides }),
    listen(channel, onPayload, ...callbacks) {
      if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) throw new RangeError(`Not a channel name: ${channel}`);
      return driver.listen(channel, (message) => unpackPayloads(message).forEach(onPayload), ...callbacks);
    },
    libraryStatements: driver.libraryStatements,
    withLock: driver.withLock,
    changes,
    health: () => checkHealth(driver),
    migrations: createMigrationReader(driver, ownMigrations),
    connections: driver.connections,
    replicas: driver.replicas ?? (async () => []),
    reads: driver.reads,
    state: new State(),
    async close() {
      await changes.close();
      await prisma.end();
      await driver.close();
    },
  };
}

/** Creates the Prisma client on first use. That is slow, as is its first query, which loads a query compiler, and most starts need neither. */
function createLazyClient(create: () => Client): { get(): Client; end(): Promise<void> } {
  let client: Client | undefined;
  return { get: () => (client ??= create()), end: async () => await client?.$disconnect() };
}

/** Reports the changes of a writing statement, then returns its result. */
async function reportWrites<Row>(
  result: Promise<Row[]>,
  { writes, isPlainWrite, hasReturning }: StatementTables,
  changes: Changes,
): Promise<Row[]> {
  const { notices } = changes;
  // if the statement fails, its writes are unknown
  let written = writes;
  try {
    const rows = await result;
    written = isPlainWrite && hasReturning && rows.length === 0 ? [] : changes.findNoticedTables(notices, writes);
    return rows;
  } finally {
    changes.recordChange(written);
  }
}

/** Maximum wait for the health and the migrations of the database. */
const STATE_TIMEOUT_MS = 2_000;

/** Returns a function that reads the state of migrations. Another process may migrate while this one runs. */
function createMigrationReader(driver: Driver, ownMigrations: readonly Migration[]): Database['migrations'] {
  let last: MigrationState = { pending: [], unfinished: [], unknown: [] };
  return async () => {
    const current = readMigrationState({ query: (sql) => driver.query(sql, []) }, ownMigrations).catch(() => last);
    return (last = await withTimeout(current, STATE_TIMEOUT_MS, last));
  };
}

async function checkHealth(driver: Driver): Promise<DatabaseHealth> {
  const result = driver.query<{ state: string }>("SELECT current_setting('transaction_read_only') AS state", []).then(
    ([row]): DatabaseHealth => (row?.state === 'on' ? 'read-only' : 'ok'),
    (): DatabaseHealth => 'unavailable',
  );
  return withTimeout(result, STATE_TIMEOUT_MS, 'unavailable');
}
