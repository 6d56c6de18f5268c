import { setTimeout as pause } from 'node:timers/promises';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Log } from '../../logging/log.ts';
import { createServerAdapter } from '../server-adapter.ts';
import { isPoolerRefusal, checkPooler } from '../pooler.ts';
import { createServerPool } from '../server.ts';
import { singleFlight } from './single-flight.ts';

/** Identity of a server, and the position up to which it has replayed the log of the primary. */
export interface ServerStatus {
  /** System identifier of the cluster. */
  cluster: string;
  /** OID of the database. */
  database: string;
  isReplica: boolean;
  /** Position in the write-ahead log, in bytes. */
  position: number;
}

/** State of a replica. `behind`: it lags. `lost`: it does not respond. `foreign`: it is not a replica of the site's database. */
export type ReplicaState = 'serving' | 'behind' | 'lost' | 'foreign';

/** Query for {@link ServerStatus}. It reads only system functions. On the primary, which replays nothing, the position is 0. */
const STATUS_QUERY = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "database", pg_is_in_recovery() AS "isReplica",
  COALESCE(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 AS position`;

/** Maximum time that a read waits for a replica to catch up with the primary. */
const CATCH_UP_MS = 20;
const POLL_MS = 1;
/** Time after which a lagging replica is excluded, so that reads do not wait for it. */
const MAX_LAG_MS = 200;
/**
 * Time for which a known position is used without a new status query. The replica cannot fall behind this position, but it may cease to be a replica.
 */
const TRUST_MS = 1_000;
/** Maximum duration of a status query. */
const STATUS_TIMEOUT_MS = 1_000;
/** Interval at which an excluded replica is checked. */
const RETRY_MS = 1_000;

interface ReplicaConnections {
  pool: pg.Pool;
  adapter: SqlDriverAdapter;
  keepsStatements: boolean;
}

/** Functions of the primary that a replica needs. */
export interface Primary {
  getStatus: () => Promise<Pick<ServerStatus, 'cluster' | 'database'>>;
  /** Returns the current log position of the primary. */
  getPosition: () => Promise<number>;
}

interface ReplicaOptions {
  url: string;
  /** Position in DATABASE_REPLICA_URLS, from 1. */
  number: number;
  max: number;
  statementTimeoutMs: number;
  primary: Primary;
  log?: Log | undefined;
}

/** One replica with its state and position. Reads do not use it while it is lost or behind. It is used again automatically. */
export class Replica {
  readonly number: number;
  state: ReplicaState = 'lost';
  #position = 0;
  #trustedUntil = 0;
  #lateSince: number | null = null;
  #connections: ReplicaConnections | undefined;
  /** Separate pool, so that status queries do not wait for readers. */
  readonly #statusPool: pg.Pool;
  readonly #options: ReplicaOptions;
  #loss = Promise.withResolvers<never>();
  #retryTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #refresh: () => Promise<void>;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.number = options.number;
    this.#statusPool = createServerPool(options.url, { max: 1, statementTimeoutMs: STATUS_TIMEOUT_MS, isPooled: true });
    this.#statusPool.on('error', (error) => this.exclude('lost', error));
    this.#loss.promise.catch(() => undefined);
    this.#refresh = singleFlight(() => this.#checkStatus());
  }

  /** Returns by how many bytes the replica was behind a position of the primary when its status was last read. */
  getLag(position: number): number {
    return Math.max(0, position - this.#position);
  }

  /** Number of callers that wait for a connection to the replica. */
  get waiting(): number {
    return this.#connections?.pool.waitingCount ?? 0;
  }

  /** Starts to use the replica. Logs the reason if it cannot be used. */
  async open(): Promise<void> {
    await this.#include();
  }

  /**
   * True if the replica has reached this position of the primary, or reaches it within 20 milliseconds. Excludes a replica that has lagged for 200
   * milliseconds.
   */
  async canServe(position: number): Promise<boolean> {
    if (await this.#reaches(position)) {
      this.#lateSince = null;
      return true;
    }
    this.#lateSince ??= performance.now();
    if (performance.now() - this.#lateSince > MAX_LAG_MS) this.exclude('behind');
    return false;
  }

  async #reaches(position: number): Promise<boolean> {
    if (this.#position >= position && performance.now() < this.#trustedUntil) return true;
    const deadline = performance.now() + CATCH_UP_MS;
    for (;;) {
      await this.#refresh();
      if (this.#position >= position) return true;
      if (performance.now() > deadline) return false;
      await pause(POLL_MS);
    }
  }

  /** Runs work on the replica. Rejects as soon as the replica is excluded, even if the work is still running. */
  async run<T>(work: (connections: ReplicaConnections) => Promise<T>): Promise<T> {
    if (!this.#connections) throw new Error('The replica is not open');
    const result = work(this.#connections);
    result.catch(() => undefined);
    return await Promise.race([result, this.#loss.promise]);
  }

  /** Excludes the replica from reads until it has recovered. */
  exclude(state: Exclude<ReplicaState, 'serving'>, error?: unknown): void {
    const previousState = this.state;
    this.state = state;
    this.#trustedUntil = 0;
    if (previousState === 'serving') {
      this.#options.log?.warn({ replica: this.number, state, err: error }, 'a replica of the database is excluded');
      this.#loss.reject(error ?? new Error(`The replica is ${state}`));
      this.#loss = Promise.withResolvers<never>();
      this.#loss.promise.catch(() => undefined);
    }
    if (this.#isClosed || this.#retryTimer) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      void this.#include();
    }, RETRY_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    await Promise.allSettled([this.#statusPool.end(), this.#connections?.pool.end()]);
  }

  /** Updates the status of a replica that serves reads. Excludes it if that fails. */
  async check(): Promise<void> {
    if (this.state === 'serving') await this.#refresh().catch((error: unknown) => this.exclude('lost', error));
  }

  async #checkStatus(): Promise<void> {
    const { isReplica, position, ...own } = await this.#queryStatus();
    if (!isReplica) throw new NotAReplica('it is not a replica (any more)');
    const expected = await this.#options.primary.getStatus();
    if (own.cluster !== expected.cluster || own.database !== expected.database)
      throw new NotAReplica('it is a replica of another database');
    this.#position = position;
    this.#trustedUntil = performance.now() + TRUST_MS;
  }

  async #queryStatus(): Promise<ServerStatus> {
    const timeout = AbortSignal.timeout(STATUS_TIMEOUT_MS);
    const tooLate = new Promise<never>((_resolve, reject) => {
      timeout.addEventListener('abort', () => reject(new Error('The replica does not respond')), { once: true });
    });
    const query = this.#statusPool.query<ServerStatus>(STATUS_QUERY).then(({ rows: [row] }) => row as ServerStatus);
    query.catch(() => undefined);
    return await Promise.race([query, tooLate]);
  }

  async #include(): Promise<void> {
    try {
      const position = await this.#options.primary.getPosition();
      if (!(await this.#reaches(position))) return this.exclude('behind');
      this.#connections ??= await this.#open();
      if (this.#isClosed) return;
      this.state = 'serving';
      this.#lateSince = null;
      this.#options.log?.info({ replica: this.number }, 'a replica of the database serves reads');
    } catch (error) {
      const isNewlyForeign = this.state !== 'foreign' && error instanceof NotAReplica;
      if (isNewlyForeign) this.#options.log?.error({ replica: this.number, err: error }, 'a URL of DATABASE_REPLICA_URLS cannot be used');
      this.exclude(error instanceof NotAReplica ? 'foreign' : 'lost', error);
    }
  }

  /** Opens the connections of the replica. Detects a pooler by the settings that it rejects. */
  async #open(): Promise<ReplicaConnections> {
    const { url, max, statementTimeoutMs, log } = this.#options;
    let pool = createServerPool(url, { max, statementTimeoutMs });
    let keepsStatements = true;
    try {
      await pool.query('SELECT 1');
    } catch (error) {
      await pool.end();
      if (!isPoolerRefusal(error)) throw error;
      pool = createServerPool(url, { max, statementTimeoutMs, isPooled: true });
      keepsStatements = await checkPooler(pool, log);
    }
    const adapter = await createServerAdapter(pool, () => undefined, { keepsStatements }).connect();
    return { pool, adapter, keepsStatements };
  }
}

/** Thrown when a server cannot be used as a replica. */
class NotAReplica extends Error {
  override name = 'NotAReplica';
}
