import { getCurrentDependencies } from '../../caching/cache-dependencies.ts';
import { countStatement } from '../../logging/request-facts.ts';
import { readCatalog } from './catalog.ts';
import { type StatementTables, createStatementReader } from './statement-tables.ts';

/** Channel on which triggers send the names of tables whose rows have changed. */
const CHANNEL = 'table_changed';

/**
 * Matches the notice of a trigger. Only the connection that runs a statement gets its notices, before the result of the statement. All processes get
 * notifications, after the commit.
 */
const NOTICE = /^table_changed (\w+)$/;

/** Stands for the settings of the site, which are read from memory instead of a table. It changes when this process has loaded new settings. */
export const SETTINGS_TABLE = 'settings in memory';

/** Database functions needed to follow changes. */
export interface ChangeSource {
  query: <Row>(text: string) => Promise<Row[]>;
  /**
   * Listens for notifications. `onLoss` is called when the connection is lost, and `onGap` when it is restored. Notifications in between are lost.
   */
  listen: (channel: string, onPayload: (payload: string) => void, onGap: () => void, onLoss: () => void) => Promise<() => Promise<void>>;
}

/**
 * Records when tables last changed. Time is counted in ticks: every write of this process increments the tick before the writer gets its result, and
 * every write of another process when its notification arrives. A cache stores the tick at which it began to read, and later asks with `areUnchanged`
 * whether its tables have changed since.
 */
export class Changes {
  #tick = 0;
  #allChangedAt = 0;
  readonly #changedAt = new Map<string, number>();
  /** Tick of the last read of each table by work that is shared or untracked. */
  readonly #readAt = new Map<string, number>();
  readonly #listeners = new Set<(tables: readonly string[] | null) => void>();
  #findTables: ((text: string) => StatementTables) | null = null;
  #reported: ReadonlySet<string> = new Set();
  /** Number of the last notice about each table. */
  readonly #noticedAt = new Map<string, number>();
  #notices = 0;
  #sendsNotices = false;
  #isDisconnected = true;
  #following: Promise<void> | null = null;
  #stop: (() => Promise<void>) | null = null;
  readonly #db: ChangeSource;

  constructor(db: ChangeSource) {
    this.#db = db;
  }

  /** Starts to record changes. Before that, nothing is recorded, so nothing may be cached. Repeated calls have no effect. */
  async follow(): Promise<void> {
    await (this.#following ??= this.#begin().catch((error: unknown) => {
      this.#following = null;
      throw error;
    }));
  }

  async #begin(): Promise<void> {
    const catalog = await readCatalog(this.#db.query);
    this.#findTables = createStatementReader(catalog);
    this.#reported = catalog.reportedTables;
    this.#sendsNotices = catalog.sendsNotices;
    this.#stop = await this.#db.listen(
      CHANNEL,
      (table) => this.recordChange([table]),
      () => {
        this.recordUnknownChange();
        this.#isDisconnected = false;
      },
      () => {
        this.#isDisconnected = true;
        this.recordUnknownChange();
      },
    );
    this.recordUnknownChange();
    this.#isDisconnected = false;
  }

  /** True while notifications of other processes cannot arrive. Cached data must not be used during that time. */
  get isDisconnected(): boolean {
    return this.#isDisconnected;
  }

  /** The current tick. A read that begins now sees all writes of earlier ticks. */
  get tick(): number {
    return this.#tick;
  }

  /** True if none of these tables has changed since this tick. */
  areUnchanged(tables: readonly string[], since: number): boolean {
    if (this.#allChangedAt > since) return false;
    for (const table of tables) if ((this.#changedAt.get(table) ?? 0) > since) return false;
    return true;
  }

  /** True if every process is notified of changes to all of these tables. */
  areReported(tables: readonly string[]): boolean {
    return tables.every((table) => this.#reported.has(table));
  }

  /** Returns the tables that shared or untracked work has read since the tick. */
  getTablesReadSince(tick: number): string[] {
    return [...this.#readAt].flatMap(([table, at]) => (at > tick ? [table] : []));
  }

  /** Number of notices that this process has received so far. */
  get notices(): number {
    return this.#notices;
  }

  /** Records a notice that arrived with the result of a statement of this process. */
  recordNotice(message: string): void {
    const table = NOTICE.exec(message)?.[1];
    if (table === undefined) return;
    this.#notices += 1;
    this.#noticedAt.set(table, this.#notices);
  }

  /**
   * Returns those of `tables` in which a finished statement changed rows in a way that matters to visitors, which the triggers decide. `notices` is
   * the number of notices when the statement began. May return too many tables if several statements write at once, but never too few.
   */
  findNoticedTables(notices: number, tables: readonly string[]): readonly string[] {
    return this.#sendsNotices ? tables.filter((table) => (this.#noticedAt.get(table) ?? 0) > notices) : tables;
  }

  /** Records that rows of these tables have changed. Ignores tables whose changes are not sent to every process, because no cache depends on them. */
  recordChange(tables: readonly string[]): void {
    const reported = tables.filter((table) => this.#reported.has(table) || table === SETTINGS_TABLE);
    if (reported.length === 0) return;
    this.#tick += 1;
    for (const table of reported) this.#changedAt.set(table, this.#tick);
    for (const listener of this.#listeners) listener(reported);
  }

  /** Records that any table may have changed. */
  recordUnknownChange(): void {
    this.#tick += 1;
    this.#allChangedAt = this.#tick;
    for (const listener of this.#listeners) listener(null);
  }

  /** Calls the listener for each change: with the changed tables, or with null if any table may have changed. The returned function unsubscribes. */
  onChange(listener: (tables: readonly string[] | null) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Records the tables that a statement is about to read. `isShared` is true for a statement that runs for several callers. Returns the tables of the
   * statement if it may write, otherwise null.
   */
  recordStatement(text: string, isShared: boolean): StatementTables | null {
    countStatement();
    const dependencies = getCurrentDependencies();
    dependencies?.statements?.push(text);
    if (!this.#findTables) return null;
    const tables = this.#findTables(text);
    if (dependencies && tables.writes.length > 0) dependencies.uncacheableReason ??= 'it writes';
    if (dependencies && !isShared) for (const table of tables.reads) dependencies.tables.add(table);
    else if (tables.reads.length > 0) {
      this.#tick += 1;
      for (const table of tables.reads) this.#readAt.set(table, this.#tick);
    }
    return tables.writes.length > 0 ? tables : null;
  }

  async close(): Promise<void> {
    await this.#stop?.();
    this.#findTables = null;
    this.#isDisconnected = true;
  }
}
