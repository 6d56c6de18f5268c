import { setTimeout as pause } from 'node:timers/promises';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Log } from '../../logging/log.ts';
import { serverAdapter } from '../server-adapter.ts';
import { isPoolerRefusal, tryPooler } from '../pooler.ts';
import { serverPool } from '../server.ts';
import { singleFlight } from './single-flight.ts';

/** Identity of a server's cluster and database, and how far it has replayed the primary's log. */
export interface Standing {
  cluster: string;
  database: string;
  isReplica: boolean;
  /** Position in the write-ahead log, in bytes. */
  position: number;
}

/** `behind`: it lags; `lost`: it does not respond; `foreign`: it is not a replica of the site's database. */
export type ReplicaState = 'serving' | 'behind' | 'lost' | 'foreign';

/** Names no table, so it also runs on the primary, where the position is 0. */
const STANDING = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "database", pg_is_in_recovery() AS "isReplica",
  COALESCE(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 AS position`;

/** Maximum wait of a read for a replica to catch up with the primary. */
const CATCH_UP_MS = 20;
const BETWEEN_MS = 1;
/** A replica that lags for this long is excluded, so that reads do not wait for it. */
const PATIENCE_MS = 200;
/** Time for which a known position is trusted. It proves how far a replica is at least, but not that it is still a replica. */
const BELIEVED_MS = 1_000;
/** Timeout of a status query. */
const ANSWER_MS = 1_000;
/** Interval at which an excluded replica is checked again. */
const AGAIN_MS = 1_000;

interface UnionBranches {
  pool: pg.Pool;
  adapter: SqlDriverAdapter;
  keepsStatements: boolean;
}

/** The primary, as far as a replica needs it. */
export interface Original {
  standing: () => Promise<Pick<Standing, 'cluster' | 'database'>>;
  /** Returns the current log position of the primary. */
  position: () => Promise<number>;
}

interface ReplicaOptions {
  url: string;
  /** Its place in the configuration, from 1. */
  number: number;
  max: number;
  statementTimeoutMs: number;
  original: Original;
  log?: Log | undefined;
}

/** One replica with its state and position. It is excluded while it is lost or behind, and included again automatically. */
export class Replica {
  readonly number: number;
  state: ReplicaState = 'lost';
  #position = 0;
  #believedUntil = 0;
  #lateSince: number | null = null;
  #ways: UnionBranches | undefined;
  /** Separate pool, so that status queries do not wait for readers. */
  readonly #asking: pg.Pool;
  readonly #options: ReplicaOptions;
  #loss = Promise.withResolvers<never>();
  #again: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #ask: () => Promise<void>;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.number = options.number;
    this.#asking = serverPool(options.url, { max: 1, statementTimeoutMs: ANSWER_MS, pooled: true });
    this.#asking.on('error', (error) => this.leaveOut('lost', error));
    this.#loss.promise.catch(() => undefined);
    this.#ask = singleFlight(() => this.#askStanding());
  }

  /** Returns the last known distance to a position of the primary, in bytes. */
  behind(position: number): number {
    return Math.max(0, position - this.#position);
  }

  /** Number of callers that wait for a connection to the replica. */
  get waiting(): number {
    return this.#ways?.pool.waitingCount ?? 0;
  }

  /** Starts to use the replica; logs the reason if that is not possible. */
  async open(): Promise<void> {
    await this.#takeBack();
  }

  /** True if the replica reaches this position of the primary within a few milliseconds. A replica that lags for a while is excluded. */
  async serves(position: number): Promise<boolean> {
    if (await this.#reaches(position)) {
      this.#lateSince = null;
      return true;
    }
    this.#lateSince ??= performance.now();
    if (performance.now() - this.#lateSince > PATIENCE_MS) this.leaveOut('behind');
    return false;
  }

  async #reaches(position: number): Promise<boolean> {
    if (this.#position >= position && performance.now() < this.#believedUntil) return true;
    const until = performance.now() + CATCH_UP_MS;
    for (;;) {
      await this.#ask();
      if (this.#position >= position) return true;
      if (performance.now() > until) return false;
      await pause(BETWEEN_MS);
    }
  }

  /** Runs a statement on the replica. Rejects immediately if the replica is lost meanwhile. */
  async run<T>(work: (ways: UnionBranches) => Promise<T>): Promise<T> {
    if (!this.#ways) throw new Error('The replica is not open');
    const answer = work(this.#ways);
    answer.catch(() => undefined);
    return await Promise.race([answer, this.#loss.promise]);
  }

  /** Excludes the replica from reads until it has recovered. */
  leaveOut(state: Exclude<ReplicaState, 'serving'>, error?: unknown): void {
    const was = this.state;
    this.state = state;
    this.#believedUntil = 0;
    if (was === 'serving') {
      this.#options.log?.warn({ replica: this.number, state, err: error }, 'a replica of the database is left out');
      this.#loss.reject(error ?? new Error(`The replica is ${state}`));
      this.#loss = Promise.withResolvers<never>();
      this.#loss.promise.catch(() => undefined);
    }
    if (this.#closed || this.#again) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      void this.#takeBack();
    }, AGAIN_MS).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    await Promise.allSettled([this.#asking.end(), this.#ways?.pool.end()]);
  }

  /** Checks the state of the replica again. */
  async look(): Promise<void> {
    if (this.state === 'serving') await this.#ask().catch((error: unknown) => this.leaveOut('lost', error));
  }

  async #askStanding(): Promise<void> {
    const { isReplica, position, ...mine } = await this.#answer();
    if (!isReplica) throw new NoReplica('it is not a replica (any more)');
    const theirs = await this.#options.original.standing();
    if (mine.cluster !== theirs.cluster || mine.database !== theirs.database) throw new NoReplica('it is a replica of another database');
    this.#position = position;
    this.#believedUntil = performance.now() + BELIEVED_MS;
  }

  async #answer(): Promise<Standing> {
    const late = AbortSignal.timeout(ANSWER_MS);
    const tooLate = new Promise<never>((_resolve, reject) => {
      late.addEventListener('abort', () => reject(new Error('The replica does not answer')), { once: true });
    });
    const asked = this.#asking.query<Standing>(STANDING).then(({ rows: [row] }) => row as Standing);
    asked.catch(() => undefined);
    return await Promise.race([asked, tooLate]);
  }

  async #takeBack(): Promise<void> {
    try {
      const position = await this.#options.original.position();
      if (!(await this.#reaches(position))) return this.leaveOut('behind');
      this.#ways ??= await this.#open();
      if (this.#closed) return;
      this.state = 'serving';
      this.#lateSince = null;
      this.#options.log?.info({ replica: this.number }, 'a replica of the database serves reads');
    } catch (error) {
      const isNews = this.state !== 'foreign' && error instanceof NoReplica;
      if (isNews) this.#options.log?.error({ replica: this.number, err: error }, 'an address of DATABASE_REPLICA_URLS cannot be used');
      this.leaveOut(error instanceof NoReplica ? 'foreign' : 'lost', error);
    }
  }

  /** Opens its connections. Detects a pooler by the settings that it rejects. */
  async #open(): Promise<UnionBranches> {
    const { url, max, statementTimeoutMs, log } = this.#options;
    let pool = serverPool(url, { max, statementTimeoutMs });
    let keepsStatements = true;
    try {
      await pool.query('SELECT 1');
    } catch (error) {
      await pool.end();
      if (!isPoolerRefusal(error)) throw error;
      pool = serverPool(url, { max, statementTimeoutMs, pooled: true });
      keepsStatements = await tryPooler(pool, log);
    }
    const adapter = await serverAdapter(pool, () => undefined, { keepsStatements }).connect();
    return { pool, adapter, keepsStatements };
  }
}

/** Why the server at an address cannot be used as a replica. */
class NoReplica extends Error {
  override name = 'NoReplica';
}
