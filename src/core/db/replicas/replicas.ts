import type { SqlDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Log } from '../../logging/log.ts';
import { requestFacts } from '../../logging/request-facts.ts';
import { named } from '../../tracing/attributes.ts';
import { noteOnSpan } from '../../tracing/tracing.ts';
import { isDatabaseDown, sqlState } from '../errors.ts';
import { onlyReads } from '../reading.ts';
import { serverPool } from '../server.ts';
import { Replica, type ReplicaState, type Standing } from './replica.ts';
import { singleFlight } from './single-flight.ts';

/**
 * How far the primary is: up to there everything that anyone was told is written. A server that responds before it has written (`synchronous_commit`
 * off) is asked for what it has in hand.
 */
const POSITION = `SELECT pg_wal_lsn_diff(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
  ELSE pg_current_wal_flush_lsn() END, '0/0')::float8 AS position`;

const ORIGIN = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS cluster,
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "database"`;

/** A statement that ran too long would run as long at the primary. */
const CANCELLED = '57014';
/** What a replica cannot do: write, and read tables that are not logged. */
const NOT_THERE = new Set(['25006', '0A000', '55000']);
const MAX_NOT_THERE = 1000;

/** How a replica stands. */
export interface ReplicaStanding {
  /** Its place in DATABASE_REPLICA_URLS, from 1. */
  number: number;
  state: ReplicaState;
  /** Bytes of the primary's log that it does not have yet, as far as is known. */
  behind: number;
}

/** Reads that requests made, by where they were served. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

interface ReplicasOptions {
  urls: readonly string[];
  /** The primary, or the pooler before it. */
  url: string;
  pooled: boolean;
  max: number;
  statementTimeoutMs: number;
  log?: Log | undefined;
}

/**
 *  Replicas that serve reads of requests that only read. Each read first asks the primary how far it is, and a replica that is as far serves it: so it sees whatever was
 * committed, by anyone and in whichever process, before it was asked for, just as at the primary. Those who read at the same time share that
 * question. Where no replica is so far, or one fails, the primary serves the read.
 */
export class Replicas {
  readonly #all: readonly Replica[];
  readonly #asking: pg.Pool;
  readonly #position: () => Promise<number>;
  readonly #notThere = new Set<string>();
  readonly counts: ReadCounts = { replica: 0, primary: 0 };
  #turn = 0;
  #last = 0;

  constructor({ urls, url, pooled, max, statementTimeoutMs, log }: ReplicasOptions) {
    // one connection beside those for requests: no writer keeps it waiting
    this.#asking = serverPool(url, { max: 1, statementTimeoutMs: 5_000, pooled, log });
    this.#position = singleFlight(async () => {
      const { rows } = await this.#asking.query<{ position: number }>(POSITION);
      return (this.#last = rows[0]!.position);
    });
    let origin: Promise<Pick<Standing, 'cluster' | 'database'>> | undefined;
    const standing = () =>
      (origin ??= this.#asking
        .query<Pick<Standing, 'cluster' | 'database'>>(ORIGIN)
        .then(({ rows }) => rows[0]!)
        .catch((error: unknown) => {
          origin = undefined;
          throw error;
        }));
    const original = { standing, position: this.#position };
    this.#all = urls.map((one, i) => new Replica({ url: one, number: i + 1, max, statementTimeoutMs, original, log }));
  }

  /** Asks all of them once; those that are away are left out for now. */
  async open(): Promise<void> {
    await Promise.all(this.#all.map((replica) => replica.open()));
  }

  /** The rows of a statement, from where it may be read. */
  async rows<Row>(asked: pg.QueryConfig, name: string | undefined, atPrimary: () => Promise<Row[]>): Promise<Row[]> {
    return await this.#read(
      asked.text,
      (replica) =>
        replica.run(async ({ pool, keepsStatements }) => {
          const named = keepsStatements && name !== undefined && { name };
          return (await pool.query({ ...asked, ...named })).rows as Row[];
        }),
      atPrimary,
    );
  }

  /** The adapter of the primary, with reads outside transactions served from where they may be read. */
  adapter<Factory extends SqlDriverAdapterFactory>(factory: Factory): Factory {
    const connect = factory.connect.bind(factory);
    factory.connect = async () => {
      const adapter = await connect();
      const queryRaw = adapter.queryRaw.bind(adapter);
      return Object.assign(adapter, {
        queryRaw: (query: SqlQuery) =>
          this.#read(
            query.sql,
            (replica) => replica.run(({ adapter: there }) => there.queryRaw(query)),
            () => queryRaw(query),
          ),
      });
    };
    return factory;
  }

  /** How each stands now. */
  async standing(): Promise<ReplicaStanding[]> {
    await Promise.all([this.#position().catch(() => undefined), ...this.#all.map((replica) => replica.look())]);
    return this.#all.map((replica) => ({ number: replica.number, state: replica.state, behind: replica.behind(this.#last) }));
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#asking.end(), ...this.#all.map((replica) => replica.close())]);
  }

  async #read<T>(text: string, atReplica: (replica: Replica) => Promise<T>, atPrimary: () => Promise<T>): Promise<T> {
    if (!requestFacts()?.readsOnly || !onlyReads(text)) return await atPrimary();
    const replica = this.#notThere.has(text) ? undefined : this.#choose();
    const found = replica && (await this.#tryAt(replica, text, atReplica));
    if (found) {
      this.counts.replica += 1;
      noteOnSpan(named.databaseTarget, 'replica');
      return found.answer;
    }
    this.counts.primary += 1;
    return await atPrimary();
  }

  /** The result of a replica, null where the primary is to be asked. */
  async #tryAt<T>(replica: Replica, text: string, atReplica: (replica: Replica) => Promise<T>): Promise<{ answer: T } | null> {
    const position = await this.#position().catch(() => null);
    if (position === null) return null;
    try {
      if (!(await replica.serves(position))) return null;
    } catch (error) {
      replica.leaveOut('lost', error);
      return null;
    }
    try {
      return { answer: await atReplica(replica) };
    } catch (error) {
      const state = sqlState(error) ?? '';
      if (state === CANCELLED) throw error;
      if (NOT_THERE.has(state)) {
        if (this.#notThere.size < MAX_NOT_THERE) this.#notThere.add(text);
      } else if (isDatabaseDown(error)) replica.leaveOut('lost', error);
      return null;
    }
  }

  /** One that serves: of those for which fewest wait, the next. */
  #choose(): Replica | undefined {
    const serving = this.#all.filter(({ state }) => state === 'serving');
    if (serving.length === 0) return undefined;
    const fewest = Math.min(...serving.map(({ waiting }) => waiting));
    const least = serving.filter(({ waiting }) => waiting === fewest);
    this.#turn = (this.#turn + 1) % Number.MAX_SAFE_INTEGER;
    return least[this.#turn % least.length];
  }
}
