import { noted } from '../../caching/cache-dependencies.ts';
import { countStatement } from '../../logging/request-facts.ts';
import { readCatalog } from './catalog.ts';
import { type StatementTables, statementReader } from './statement-tables.ts';

/** Channel on which triggers name the tables whose rows have changed. */
const CHANNEL = 'table_changed';

/** How the message of a trigger begins, which comes before the result of the statement that changed rows of the table. */
const NOTICE = /^table_changed (\w+)$/;

/** Stands for the settings of the site, which are read from memory: they change when this process has the new ones. */
export const SETTINGS = 'settings in memory';

/** What following changes needs of a database. */
export interface Followed {
  query: <Row>(text: string) => Promise<Row[]>;
  listen: (channel: string, onPayload: (payload: string) => void, onGap: () => void, onLoss: () => void) => Promise<() => Promise<void>>;
}

/**
 * When tables last changed, counted in ticks. Every write of this process moves the count before the writer gets its response; writes of others
 * do as soon as the database tells of them. Anyone who keeps something that was read compares the tick at which the reading began.
 */
export class Changes {
  #tick = 0;
  #ofAll = 0;
  readonly #of = new Map<string, number>();
  /** When tables were read by work that nobody can be named for. */
  readonly #readAt = new Map<string, number>();
  readonly #listeners = new Set<(tables: readonly string[] | null) => void>();
  #read: ((text: string) => StatementTables) | null = null;
  #told: ReadonlySet<string> = new Set();
  /** When triggers last said that this process changes rows of a table, counted in their messages. */
  readonly #noticedAt = new Map<string, number>();
  #notices = 0;
  #tellsNotices = false;
  #isDeaf = true;
  #following: Promise<void> | null = null;
  #stop: (() => Promise<void>) | null = null;
  readonly #db: Followed;

  constructor(db: Followed) {
    this.#db = db;
  }

  /** Begins to follow; until then nothing is counted, and nothing may be kept. Repeating it changes nothing. */
  async follow(): Promise<void> {
    await (this.#following ??= this.#begin().catch((error: unknown) => {
      this.#following = null;
      throw error;
    }));
  }

  async #begin(): Promise<void> {
    const catalog = await readCatalog(this.#db.query);
    this.#read = statementReader(catalog);
    this.#told = catalog.told;
    this.#tellsNotices = catalog.tellsNotices;
    this.#stop = await this.#db.listen(
      CHANNEL,
      (table) => this.changed([table]),
      () => {
        this.changedAll();
        this.#isDeaf = false;
      },
      () => {
        this.#isDeaf = true;
        this.changedAll();
      },
    );
    this.changedAll();
    this.#isDeaf = false;
  }

  /** Whether writes of other processes are heard at present; while they are not, nothing that is kept may be used. */
  get isDeaf(): boolean {
    return this.#isDeaf;
  }

  /** The present tick: nothing that begins now can have read what was written before an earlier one. */
  get tick(): number {
    return this.#tick;
  }

  /** Whether none of these tables changed since the tick. */
  areUnchanged(tables: readonly string[], since: number): boolean {
    if (this.#ofAll > since) return false;
    for (const table of tables) if ((this.#of.get(table) ?? 0) > since) return false;
    return true;
  }

  /** Whether every process tells of changes to these tables. */
  areReported(tables: readonly string[]): boolean {
    return tables.every((table) => this.#told.has(table));
  }

  /** Tables that were read since the tick by work that nobody can be named for. */
  readSince(tick: number): string[] {
    return [...this.#readAt].flatMap(([table, at]) => (at > tick ? [table] : []));
  }

  /** Messages of triggers so far. */
  get notices(): number {
    return this.#notices;
  }

  /** Takes a message that came with the result of a statement of this process. */
  noticed(message: string): void {
    const table = NOTICE.exec(message)?.[1];
    if (table === undefined) return;
    this.#notices += 1;
    this.#noticedAt.set(table, this.#notices);
  }

  /**
   * Returns those of the tables whose rows have changed, for visitors too, by a statement that began when this number of messages had come and has ended. More
   * may be returned where several write at once, never less.
   */
  noticedSince(notices: number, tables: readonly string[]): readonly string[] {
    return this.#tellsNotices ? tables.filter((table) => (this.#noticedAt.get(table) ?? 0) > notices) : tables;
  }

  /** Rows of these tables have changed. Those of which no process tells are nothing to anyone who keeps something. */
  changed(tables: readonly string[]): void {
    const told = tables.filter((table) => this.#told.has(table) || table === SETTINGS);
    if (told.length === 0) return;
    this.#tick += 1;
    for (const table of told) this.#of.set(table, this.#tick);
    for (const heard of this.#listeners) heard(told);
  }

  /** Anything may have changed. */
  changedAll(): void {
    this.#tick += 1;
    this.#ofAll = this.#tick;
    for (const heard of this.#listeners) heard(null);
  }

  /** Calls back with tables that have changed, null for all; the returned function stops that. */
  onChange(heard: (tables: readonly string[] | null) => void): () => void {
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  /** What a statement that is about to run reads is noted; returns what it may write. `isShared`: for several callers at once. */
  began(text: string, isShared: boolean): StatementTables | null {
    countStatement();
    const madeOf = noted();
    madeOf?.statements?.push(text);
    if (!this.#read) return null;
    const tables = this.#read(text);
    if (madeOf && tables.writes.length > 0) madeOf.isOnlyForNow ??= 'it writes';
    if (madeOf && !isShared) for (const table of tables.reads) madeOf.tables.add(table);
    else if (tables.reads.length > 0) {
      this.#tick += 1;
      for (const table of tables.reads) this.#readAt.set(table, this.#tick);
    }
    return tables.writes.length > 0 ? tables : null;
  }

  async close(): Promise<void> {
    await this.#stop?.();
    this.#read = null;
    this.#isDeaf = true;
  }
}
