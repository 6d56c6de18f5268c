import type { SqlDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Log } from '../../logging/log.ts';
import { getRequestFacts } from '../../logging/request-facts.ts';
import { spanAttributes } from '../../tracing/attributes.ts';
import { recordOnSpan } from '../../tracing/tracing.ts';
import { isDatabaseDown, getSqlState } from '../errors.ts';
import { isReadOnlySql } from '../read-only-sql.ts';
import { createServerPool } from '../server.ts';
import { Replica, type ReplicaState, type ServerStatus } from './replica.ts';
import { singleFlight } from './single-flight.ts';

/**
 * Query for the log position of the primary after everything that is committed so far. If `synchronous_commit` is off, a commit returns before its
 * log is flushed, so the position of inserted records is used instead of that of flushed ones.
 */
const POSITION = `SELECT pg_wal_lsn_diff(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
  ELSE pg_current_wal_flush_lsn() END, '0/0')::float8 AS position`;

const IDENTITY = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "database"`;

/** SQLSTATE of a canceled statement. Such a statement is not repeated on the primary, where it would also take too long. */
const CANCELED = '57014';
/** SQLSTATEs for statements that a replica cannot run: writes, and reads of unlogged tables. */
const NOT_ON_REPLICAS = new Set(['25006', '0A000', '55000']);
const MAX_PRIMARY_ONLY = 1000;

/** Status of a replica. */
export interface ReplicaStatus {
  /** Position in DATABASE_REPLICA_URLS, from 1. */
  number: number;
  state: ReplicaState;
  /** Distance to the end of the primary's log, in bytes, when it was last read. */
  behind: number;
}

/** Numbers of reads for requests since the start, by the kind of server that ran them. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

interface ReplicasOptions {
  urls: readonly string[];
  /** URL of the primary, or of its pooler. */
  url: string;
  isPooled: boolean;
  max: number;
  statementTimeoutMs: number;
  log?: Log | undefined;
}

/**
 * Runs the reads of read-only requests on replicas. A read first gets the log position of the primary, then runs on a replica that has reached this
 * position. Therefore it sees everything that was committed before it started, as on the primary. Concurrent reads share one query for the position.
 * If no replica has caught up, or if the replica fails, the primary runs the read.
 */
export class Replicas {
  readonly #all: readonly Replica[];
  readonly #positionPool: pg.Pool;
  readonly #getPosition: () => Promise<number>;
  /** SQL of statements that a replica could not run. */
  readonly #primaryOnly = new Set<string>();
  readonly counts: ReadCounts = { replica: 0, primary: 0 };
  #turn = 0;
  #lastPosition = 0;

  constructor({ urls, url, isPooled, max, statementTimeoutMs, log }: ReplicasOptions) {
    // a separate connection, so that writers cannot delay the query for the position
    this.#positionPool = createServerPool(url, { max: 1, statementTimeoutMs: 5_000, isPooled, log });
    this.#getPosition = singleFlight(async () => {
      const { rows } = await this.#positionPool.query<{ position: number }>(POSITION);
      return (this.#lastPosition = rows[0]!.position);
    });
    let identity: Promise<Pick<ServerStatus, 'cluster' | 'database'>> | undefined;
    const getPrimaryIdentity = () =>
      (identity ??= this.#positionPool
        .query<Pick<ServerStatus, 'cluster' | 'database'>>(IDENTITY)
        .then(({ rows }) => rows[0]!)
        .catch((error: unknown) => {
          identity = undefined;
          throw error;
        }));
    const primary = { getStatus: getPrimaryIdentity, getPosition: this.#getPosition };
    this.#all = urls.map((replicaUrl, i) => new Replica({ url: replicaUrl, number: i + 1, max, statementTimeoutMs, primary, log }));
  }

  /** Opens all replicas. Excludes those that do not respond, until they do. */
  async open(): Promise<void> {
    await Promise.all(this.#all.map((replica) => replica.open()));
  }

  /** Returns the rows of a statement, from a replica if possible. */
  async readRows<Row>(query: pg.QueryConfig, name: string | undefined, readPrimary: () => Promise<Row[]>): Promise<Row[]> {
    return await this.#read(
      query.text,
      (replica) =>
        replica.run(async ({ pool, keepsStatements }) => {
          const statementName = keepsStatements && name !== undefined && { name };
          return (await pool.query({ ...query, ...statementName })).rows as Row[];
        }),
      readPrimary,
    );
  }

  /** Wraps the adapter of the primary, so that reads outside transactions run on a replica if possible. */
  wrapAdapter<Factory extends SqlDriverAdapterFactory>(factory: Factory): Factory {
    const connect = factory.connect.bind(factory);
    factory.connect = async () => {
      const adapter = await connect();
      const queryRaw = adapter.queryRaw.bind(adapter);
      return Object.assign(adapter, {
        queryRaw: (query: SqlQuery) =>
          this.#read(
            query.sql,
            (replica) => replica.run(({ adapter: replicaAdapter }) => replicaAdapter.queryRaw(query)),
            () => queryRaw(query),
          ),
      });
    };
    return factory;
  }

  /** Returns the status of each replica. */
  async getStatuses(): Promise<ReplicaStatus[]> {
    await Promise.all([this.#getPosition().catch(() => undefined), ...this.#all.map((replica) => replica.check())]);
    return this.#all.map((replica) => ({ number: replica.number, state: replica.state, behind: replica.getLag(this.#lastPosition) }));
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#positionPool.end(), ...this.#all.map((replica) => replica.close())]);
  }

  async #read<T>(text: string, readReplica: (replica: Replica) => Promise<T>, readPrimary: () => Promise<T>): Promise<T> {
    if (!getRequestFacts()?.readsOnly || !isReadOnlySql(text)) return await readPrimary();
    const replica = this.#primaryOnly.has(text) ? undefined : this.#choose();
    const read = replica && (await this.#tryAt(replica, text, readReplica));
    if (read) {
      this.counts.replica += 1;
      recordOnSpan(spanAttributes.databaseTarget, 'replica');
      return read.result;
    }
    this.counts.primary += 1;
    return await readPrimary();
  }

  /** Returns the result from a replica, or null if the primary must run the statement. */
  async #tryAt<T>(replica: Replica, text: string, readReplica: (replica: Replica) => Promise<T>): Promise<{ result: T } | null> {
    const position = await this.#getPosition().catch(() => null);
    if (position === null) return null;
    try {
      if (!(await replica.canServe(position))) return null;
    } catch (error) {
      replica.exclude('lost', error);
      return null;
    }
    try {
      return { result: await readReplica(replica) };
    } catch (error) {
      const state = getSqlState(error) ?? '';
      if (state === CANCELED) throw error;
      if (NOT_ON_REPLICAS.has(state)) {
        if (this.#primaryOnly.size < MAX_PRIMARY_ONLY) this.#primaryOnly.add(text);
      } else if (isDatabaseDown(error)) replica.exclude('lost', error);
      return null;
    }
  }

  /** Returns a replica that serves reads, or undefined if no replica does. Rotates among the replicas with the fewest waiting callers. */
  #choose(): Replica | undefined {
    const serving = this.#all.filter(({ state }) => state === 'serving');
    if (serving.length === 0) return undefined;
    const fewest = Math.min(...serving.map(({ waiting }) => waiting));
    const candidates = serving.filter(({ waiting }) => waiting === fewest);
    this.#turn = (this.#turn + 1) % Number.MAX_SAFE_INTEGER;
    return candidates[this.#turn % candidates.length];
  }
}
