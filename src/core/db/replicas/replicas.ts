import type { SqlDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Log } from '../../logging/log.ts';
import { getRequestFacts } from '../../logging/request-facts.ts';
import { spanAttributes } from '../../tracing/attributes.ts';
import { noteOnSpan } from '../../tracing/tracing.ts';
import { isDatabaseDown, getSqlState } from '../errors.ts';
import { onlyReads } from '../only-reads.ts';
import { createServerPool } from '../server.ts';
import { Replica, type ReplicaState, type ServerStatus } from './replica.ts';
import { singleFlight } from './single-flight.ts';

/**
 * Position of the primary that covers everything committed so far. With `synchronous_commit` off, commits return before they are flushed, so the position of
 * inserted records is used.
 */
const POSITION = `SELECT pg_wal_lsn_diff(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
  ELSE pg_current_wal_flush_lsn() END, '0/0')::float8 AS position`;

const IDENTITY = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "database"`;

/** SQLSTATE of a canceled statement. It would also take too long on the primary, so it is not repeated there. */
const CANCELED = '57014';
/** SQLSTATEs for statements that a replica cannot run: writes, and reads of unlogged tables. */
const NOT_ON_REPLICAS = new Set(['25006', '0A000', '55000']);
const MAX_PRIMARY_ONLY = 1000;

/** Status of a replica. */
export interface ReplicaStatus {
  /** Position in DATABASE_REPLICA_URLS, from 1. */
  number: number;
  state: ReplicaState;
  /** Last known lag behind the primary's log, in bytes. */
  behind: number;
}

/** Number of reads for requests, by the server that ran them. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

interface ReplicasOptions {
  urls: readonly string[];
  /** The primary, or its pooler. */
  url: string;
  pooled: boolean;
  max: number;
  statementTimeoutMs: number;
  log?: Log | undefined;
}

/**
 * Replicas for the reads of read-only requests. Each read first gets the position of the primary and then runs on a replica that has reached it. It therefore
 * sees everything that any process had committed before it started, as on the primary. Concurrent reads share one position query. If no replica has caught
 * up, or one fails, the primary runs the read.
 */
export class Replicas {
  readonly #all: readonly Replica[];
  readonly #positionPool: pg.Pool;
  readonly #position: () => Promise<number>;
  readonly #primaryOnly = new Set<string>();
  readonly counts: ReadCounts = { replica: 0, primary: 0 };
  #turn = 0;
  #lastPosition = 0;

  constructor({ urls, url, pooled, max, statementTimeoutMs, log }: ReplicasOptions) {
    // one extra connection, so that writers cannot delay it
    this.#positionPool = createServerPool(url, { max: 1, statementTimeoutMs: 5_000, pooled, log });
    this.#position = singleFlight(async () => {
      const { rows } = await this.#positionPool.query<{ position: number }>(POSITION);
      return (this.#lastPosition = rows[0]!.position);
    });
    let origin: Promise<Pick<ServerStatus, 'cluster' | 'database'>> | undefined;
    const status = () =>
      (origin ??= this.#positionPool
        .query<Pick<ServerStatus, 'cluster' | 'database'>>(IDENTITY)
        .then(({ rows }) => rows[0]!)
        .catch((error: unknown) => {
          origin = undefined;
          throw error;
        }));
    const primary = { status, position: this.#position };
    this.#all = urls.map((replicaUrl, i) => new Replica({ url: replicaUrl, number: i + 1, max, statementTimeoutMs, primary, log }));
  }

  /** Opens all replicas. Those that do not respond are excluded for now. */
  async open(): Promise<void> {
    await Promise.all(this.#all.map((replica) => replica.open()));
  }

  /** Returns the rows of a statement, from a replica if possible. */
  async readRows<Row>(query: pg.QueryConfig, name: string | undefined, atPrimary: () => Promise<Row[]>): Promise<Row[]> {
    return await this.#read(
      query.text,
      (replica) =>
        replica.run(async ({ pool, keepsStatements }) => {
          const statementName = keepsStatements && name !== undefined && { name };
          return (await pool.query({ ...query, ...statementName })).rows as Row[];
        }),
      atPrimary,
    );
  }

  /** Wraps the adapter of the primary: reads outside transactions run on a replica if possible. */
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
    await Promise.all([this.#position().catch(() => undefined), ...this.#all.map((replica) => replica.check())]);
    return this.#all.map((replica) => ({ number: replica.number, state: replica.state, behind: replica.getLag(this.#lastPosition) }));
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#positionPool.end(), ...this.#all.map((replica) => replica.close())]);
  }

  async #read<T>(text: string, atReplica: (replica: Replica) => Promise<T>, atPrimary: () => Promise<T>): Promise<T> {
    if (!getRequestFacts()?.readsOnly || !onlyReads(text)) return await atPrimary();
    const replica = this.#primaryOnly.has(text) ? undefined : this.#choose();
    const read = replica && (await this.#tryAt(replica, text, atReplica));
    if (read) {
      this.counts.replica += 1;
      noteOnSpan(spanAttributes.databaseTarget, 'replica');
      return read.result;
    }
    this.counts.primary += 1;
    return await atPrimary();
  }

  /** Returns the result from a replica; null if the primary must run the statement. */
  async #tryAt<T>(replica: Replica, text: string, atReplica: (replica: Replica) => Promise<T>): Promise<{ result: T } | null> {
    const position = await this.#position().catch(() => null);
    if (position === null) return null;
    try {
      if (!(await replica.canServe(position))) return null;
    } catch (error) {
      replica.exclude('lost', error);
      return null;
    }
    try {
      return { result: await atReplica(replica) };
    } catch (error) {
      const state = getSqlState(error) ?? '';
      if (state === CANCELED) throw error;
      if (NOT_ON_REPLICAS.has(state)) {
        if (this.#primaryOnly.size < MAX_PRIMARY_ONLY) this.#primaryOnly.add(text);
      } else if (isDatabaseDown(error)) replica.exclude('lost', error);
      return null;
    }
  }

  /** Chooses a serving replica. Rotates among those with the fewest waiting callers. */
  #choose(): Replica | undefined {
    const serving = this.#all.filter(({ state }) => state === 'serving');
    if (serving.length === 0) return undefined;
    const fewest = Math.min(...serving.map(({ waiting }) => waiting));
    const candidates = serving.filter(({ waiting }) => waiting === fewest);
    this.#turn = (this.#turn + 1) % Number.MAX_SAFE_INTEGER;
    return candidates[this.#turn % candidates.length];
  }
}
