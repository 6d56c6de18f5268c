import type { Site } from '#app/site.ts';
import { isPurged, type PurgeRule } from '../entries/purge.rules.ts';
import type { CachedResponse } from './cached-response.ts';

/** Delay before writing, in milliseconds. A response that is removed within this time is never written. */
const WRITE_DELAY_MS = 250;
/** Number of responses that are written before pending removals are applied again. */
const BATCH_SIZE = 50;

const upsert = `INSERT INTO page_cache_entry AS e (key, bucket, directory, url, object_id, page_type, status, headers, body, gzip, size, stored_at, tables)
  VALUES ($1, $2, $3, $4, $5, $6, 200, $7::jsonb, $8, $9, $10, $11, $12)
  ON CONFLICT (key) DO UPDATE SET headers = excluded.headers, body = excluded.body, gzip = excluded.gzip, size = excluded.size,
    stored_at = excluded.stored_at, tables = excluded.tables, object_id = excluded.object_id, page_type = excluded.page_type`;

/** Writes the responses of this process to the table of cached responses, with a delay and in order. */
export class EntryTable {
  readonly #site: Site;
  readonly #pending = new Map<string, CachedResponse>();
  readonly #removedKeys = new Set<string>();
  #changedTables: Set<string> | null = new Set();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(site: Site) {
    this.#site = site;
  }

  /** Adds a cached response. */
  put(response: CachedResponse): void {
    this.#removedKeys.delete(response.key);
    this.#pending.set(response.key, response);
    this.#schedule();
  }

  /** Deletes responses that are no longer cached. */
  remove(keys: readonly string[]): void {
    for (const key of keys) {
      this.#pending.delete(key);
      this.#removedKeys.add(key);
    }
    this.#schedule();
  }

  /** Deletes the responses that depend on changed tables. Null means that all tables may have changed. */
  removeDependencies(tables: readonly string[] | null): void {
    if (tables === null) this.#changedTables = null;
    else for (const table of tables) this.#changedTables?.add(table);
    for (const [key, response] of this.#pending)
      if (tables === null || response.tables.some((table) => tables.includes(table))) this.#pending.delete(key);
    this.#schedule();
  }

  /** Deletes the responses that match a rule. */
  async removeBy(rule: PurgeRule): Promise<void> {
    await this.waitForWrites();
    const { prisma } = this.#site.db;
    if (rule.all) return await this.removeAll();
    const rows = await prisma.pageCacheEntry.findMany({ select: { key: true, bucket: true, directory: true, url: true, objectId: true } });
    const keys = rows
      .filter((row) => isPurged({ ...row, bucket: row.bucket as CachedResponse['bucket'], key: toHex(row.key) }, rule))
      .map(({ key }) => key);
    if (keys.length > 0) await prisma.pageCacheEntry.deleteMany({ where: { key: { in: keys } } });
  }

  async removeAll(): Promise<void> {
    await this.#site.db.prisma.pageCacheEntry.deleteMany();
  }

  /** Waits until all pending changes are written. */
  async waitForWrites(): Promise<void> {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#startWriting();
    }
    await this.#writing;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#startWriting(), WRITE_DELAY_MS).unref();
  }

  #startWriting(): void {
    this.#timer = null;
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch((error: unknown) => this.#site.log.debug({ err: error }, 'the table of cached responses could not be written'));
  }

  async #write(): Promise<void> {
    const { sql, prisma } = this.#site.db;
    const changed = this.#changedTables;
    const removed = [...this.#removedKeys].map((key) => Buffer.from(key, 'hex'));
    this.#changedTables = new Set();
    this.#removedKeys.clear();
    if (changed === null) await this.removeAll();
    else if (changed.size > 0) await sql('DELETE FROM page_cache_entry WHERE tables && $1', [[...changed]], 'page_cache_remove_made_of');
    if (removed.length > 0) await prisma.pageCacheEntry.deleteMany({ where: { key: { in: removed } } });
    const batch = [...this.#pending.values()].slice(0, BATCH_SIZE);
    for (const response of batch) {
      // skips a response that was removed or replaced while others were written
      if (this.#pending.get(response.key) !== response) continue;
      this.#pending.delete(response.key);
      await sql(upsert, listValues(response), 'page_cache_put');
    }
    if (this.#pending.size > 0) await this.#write();
  }
}

const toHex = (key: Uint8Array): string => Buffer.from(key).toString('hex');

function listValues(response: CachedResponse): unknown[] {
  const { key, bucket, directory, url, objectId, pageType, headers, body, gzip, storedAt, tables } = response;
  const size = body.length + (gzip?.length ?? 0);
  return [Buffer.from(key, 'hex'), bucket, directory, url, objectId, pageType, JSON.stringify(headers), body, gzip, size, storedAt, tables];
}
