import { PrismaClient } from '#db';
import { withTimeout } from '../async/with-timeout.ts';
import type { Log } from '../logging/log.ts';
import { auditFacts, mayBeAudited } from './audited/facts.ts';
import { Changes } from './changes/changes.ts';
import type { StatementTables } from './changes/statement-tables.ts';
import { watchedAdapter } from './changes/watched-adapter.ts';
import type { Driver } from './driver.ts';
import type { LibraryStatements } from './library-statements.ts';
import { type MigrationState, migrationState } from './migrations/apply.ts';
import { type Migration, readMigrations } from './migrations/directory.ts';
import { type Client, type Tx, unread } from './model.ts';
import { unpacked } from './packed.ts';
import type { ReadCounts, ReplicaStanding } from './replicas/replicas.ts';
import { openServerDriver } from './server-driver.ts';
import { noticingSlow } from './slow-statements.ts';
import { tracingStatements } from './traced-statements.ts';
import { answered, type Statement } from './statement.ts';
import { insideTransaction, runTransaction, type TransactionOptions } from './transaction.ts';
import { toParameter } from './values.ts';

export type { Tx } from './model.ts';

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

/** The site's database, migrated and ready. */
export interface Database {
  /** Made when it is first looked at. */
  readonly prisma: Client;
  /**
   * Rows of one statement straight from the driver, for lists of the database module, tests and tools; the service's own statements are declared
   * and run by `rows`. See `valueParsers` and `toParameter` for the values. With a name the
   * statement stays prepared on each server connection; one name stands for one text. Not to be used inside a transaction.
   */
  sql: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string) => Promise<Row[]>;
  /** Rows of a declared statement: as `sql`, with the rows that the statement says. */
  rows: <Value>(statement: Statement<Value>, values?: readonly unknown[]) => Promise<Value[]>;
  /** Runs the work in one transaction, again when it loses against another one (up to five times); returns after the commit. */
  transaction: <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>;
  /** For the queue, which writes its own statements; what they change is told to nobody. */
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
  /** When tables last changed, for anyone who keeps what was read; counts nothing until someone follows it. */
  changes: Changes;
  /** What the database can do at the moment, asked within two seconds; never throws. */
  health: () => Promise<DatabaseHealth>;
  /** How the schema stands to this program's migrations, asked within two seconds; as it was found before where nothing responds. */
  migrations: () => Promise<MigrationState>;
  /** Connections at the moment. */
  connections: () => Connections;
  /** How the replicas stand now; none where none are configured. */
  replicas: () => Promise<ReplicaStanding[]>;
  /** Where reads were served since the start; undefined without replicas. */
  reads: ReadCounts | undefined;
  /** Ends all connections after what is running. */
  close: () => Promise<void>;
}

/** `read-only`: it responds, and writes nothing (a replica, or a server that was told so). */
export type DatabaseHealth = 'ok' | 'read-only' | 'unavailable';

/** Connections of a pool. */
export interface Connections {
  total: number;
  idle: number;
  /** Who waits for one, or for a turn to write. */
  waiting: number;
  /** Transactions and writing statements that run. */
  writing: number;
}

/**
 * Opens the database behind an address, made and migrated as needed. Throws a DatabaseError with a sentence for the operator when it cannot
 * be used, or the driver's error (see `isDatabaseDown`) when a server does not respond.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const own = readMigrations();
  let heard: Changes | undefined;
  const driver = await openServerDriver({ ...options, migrations: own, onNotice: (message) => heard?.noticed(message) });
  const { onQuery } = options;
  const changes = new Changes({
    query: async <Row>(text: string) => driver.query<Row>(text, []),
    listen: (channel, ...heard) => driver.listen(channel, ...heard),
  });
  heard = changes;
  const timed = tracingStatements(noticingSlow(options.log, options.slowMs ?? 0));
  const prisma = clientOnFirstUse(() => {
    const made = new PrismaClient({
      adapter: watchedAdapter(driver.adapter, changes, timed),
      errorFormat: 'minimal',
      omit: unread,
      log: onQuery ? [{ emit: 'event', level: 'query' }] : [],
    });
    if (onQuery) made.$on('query' as never, (event: { query: string }) => onQuery(event.query));
    return made as Client;
  });
  const limits = { maxWait: options.transactionWaitMs ?? 15_000, timeout: options.transactionTimeoutMs ?? 15_000 };
  const sql = async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
    if (insideTransaction()) throw new Error('A transaction is open here: use rowsIn, or this would wait for the transaction to end');
    onQuery?.(text);
    const written = changes.began(text, false);
    const facts = mayBeAudited(text) ? auditFacts() : null;
    const answer = timed(text, () => driver.query<Row>(text, values.map(toParameter), name, facts), name);
    return written ? toldAfter(answer, written, changes) : answer;
  };
  return {
    get prisma() {
      return prisma.get();
    },
    sql,
    rows: async <Value>(statement: Statement<Value>, values?: readonly unknown[]) =>
      answered(statement, await sql<Value>(statement.text, values, statement.name)),
    transaction: (work, given) => runTransaction(prisma.get(), work, { ...limits, ...given }),
    listen(channel, onPayload, ...lost) {
      if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) throw new RangeError(`Not a channel name: ${channel}`);
      return driver.listen(channel, (message) => unpacked(message).forEach(onPayload), ...lost);
    },
    libraryStatements: driver.libraryStatements,
    alone: driver.alone,
    changes,
    health: () => healthOf(driver),
    migrations: migrationsOf(driver, own),
    connections: driver.connections,
    replicas: driver.replicas ?? (async () => []),
    reads: driver.reads,
    async close() {
      await changes.close();
      await prisma.end();
      await driver.close();
    },
  };
}

/** Making the Prisma client takes its time, and its first question loads a compiler of queries: most starts ask nothing through it. */
function clientOnFirstUse(make: () => Client): { get(): Client; end(): Promise<void> } {
  let made: Client | undefined;
  return { get: () => (made ??= make()), end: async () => await made?.$disconnect() };
}

/** The result of a statement that writes: it is told what that changed before anyone learns that it did. */
async function toldAfter<Row>(
  answer: Promise<Row[]>,
  { writes, isPlainWrite, returns }: StatementTables,
  changes: Changes,
): Promise<Row[]> {
  const { notices } = changes;
  // what a statement that failed has written is not known
  let written = writes;
  try {
    const rows = await answer;
    written = isPlainWrite && returns && rows.length === 0 ? [] : changes.noticedSince(notices, writes);
    return rows;
  } finally {
    changes.changed(written);
  }
}

/** How long a caller waits for the state of the database. */
const STANDING_MS = 2_000;

/** A migration while this process runs is the work of another process. */
function migrationsOf(driver: Driver, own: readonly Migration[]): Database['migrations'] {
  let last: MigrationState = { pending: [], unfinished: [], unknown: [] };
  return async () => {
    const asked = migrationState({ query: (sql) => driver.query(sql, []) }, own).catch(() => last);
    return (last = await withTimeout(asked, STANDING_MS, last));
  };
}

async function healthOf(driver: Driver): Promise<DatabaseHealth> {
  const answer = driver.query<{ state: string }>("SELECT current_setting('transaction_read_only') AS state", []).then(
    ([row]): DatabaseHealth => (row?.state === 'on' ? 'read-only' : 'ok'),
    (): DatabaseHealth => 'unavailable',
  );
  return withTimeout(answer, STANDING_MS, 'unavailable');
}
