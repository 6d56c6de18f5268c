import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { notifyNow } from '#app/core/db/notify.ts';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { isFresh } from '../entries/freshness.rules.ts';
import { isPurged, type PurgeRule } from '../entries/purge.rules.ts';
import { type PageCacheSettings, pageCacheSetting } from '../settings/settings.ts';
import type { CachedResponse } from './cached-response.ts';
import { EntryTable } from './table.ts';

const PURGE_CHANNEL = 'page_cache_purged';
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Notification of removed responses. */
interface Purge extends PurgeRule {
  /** ID of the sending store. A store ignores its own notifications, because it may have cached newer responses in the meantime. */
  from: string;
}

/** A cached response that may be sent, or null. */
export type FoundResponse = { response: CachedResponse; isStale: boolean } | null;

/**
 * Stores the responses that this process has cached: in memory up to a size limit, and as a list in a table for administrators. A write of any
 * process invalidates the responses that depend on the changed tables.
 */
export class PageStore {
  readonly #site: Site;
  readonly #id = randomUUID();
  readonly #table: EntryTable;
  readonly #responses: LRUCache<string, CachedResponse>;
  #unsubscribe: (() => unknown)[] = [];
  #opening: Promise<void> | null = null;
  #isOpen = false;

  constructor(site: Site) {
    this.#site = site;
    this.#table = new EntryTable(site);
    this.#responses = new LRUCache({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_RESPONSE_BYTES,
      sizeCalculation: ({ size }) => size,
      dispose: ({ key }, _name, reason) => {
        if (reason === 'evict') this.#table.remove([key]);
      },
    });
  }

  /** Starts to track changes. Call it before caching responses. */
  async open(): Promise<void> {
    await (this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    }));
  }

  /** True if responses may be cached. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  async #open(): Promise<void> {
    const { changes, listen } = this.#site.db;
    await changes.follow();
    this.#unsubscribe = [
      changes.onChange((tables) => {
        const { isLocked, clearsOnEdit } = getSettings(this.#site);
        if (isLocked) return;
        if (clearsOnEdit && tables?.includes('content')) this.#removeFromMemory({ all: true });
        this.#table.removeDependencies(clearsOnEdit && tables?.includes('content') ? null : tables);
      }),
      await listen(PURGE_CHANNEL, (purge) => {
        const { from, ...rule } = JSON.parse(purge) as Purge;
        if (from !== this.#id) this.#removeFromMemory(rule);
      }),
    ];
    this.#isOpen = true;
  }

  /** Returns the response for a cache key if it may be sent, else null. An expired response is stale. Removes a response whose data have changed. */
  find(name: string, settings: PageCacheSettings): FoundResponse {
    const response = this.#responses.get(name);
    if (!response) return null;
    const { changes } = this.#site.db;
    const at = now().getTime();
    if (changes.isDisconnected) return null;
    if (!settings.isLocked && (at >= response.until || !changes.areUnchanged(response.tables, response.tick))) {
      this.#responses.delete(name);
      this.#table.remove([response.key]);
      return null;
    }
    return { response, isStale: !isFresh(response, settings, at) };
  }

  /** Caches a response, unless its tables have changed since it was rendered. Returns true if it is cached. */
  add(name: string, response: CachedResponse): boolean {
    const { changes } = this.#site.db;
    if (changes.isDisconnected || !changes.areUnchanged(response.tables, response.tick) || response.size > MAX_RESPONSE_BYTES) return false;
    this.#responses.set(name, response);
    this.#table.put(response);
    return true;
  }

  /** Removes responses, first in this process and then in all other processes. */
  async removeResponses(rule: PurgeRule): Promise<void> {
    this.#removeFromMemory(rule);
    await this.#table.removeBy(rule);
    // also removes responses that were cached while the table changed
    this.#removeFromMemory(rule);
    const purge: Purge = { ...rule, from: this.#id };
    await notifyNow(this.#site.db, PURGE_CHANNEL, JSON.stringify(purge));
  }

  #removeFromMemory(rule: PurgeRule): void {
    for (const [name, response] of this.#responses.entries()) if (isPurged(response, rule)) this.#responses.delete(name);
  }

  /** Waits until the table lists all responses of this process. */
  async waitForWrites(): Promise<void> {
    await this.#table.waitForWrites();
  }

  /** Waits for pending writes and stops tracking changes. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#table.waitForWrites().catch(() => undefined);
    for (const stop of this.#unsubscribe) await stop();
  }
}

const createStore = (site: Site) => new PageStore(site);

/** Returns the store of the site. Processes that serve requests open it. */
export function getPageStore(site: Site): PageStore {
  return site.state.getOrCreate(createStore, site);
}

/** Waits until the table lists all responses of this process. */
export async function waitForWrites(site: Site): Promise<void> {
  await getPageStore(site).waitForWrites();
}

/** Removes responses, first in this process and then in all other processes. */
export async function removeResponses(site: Site, rule: PurgeRule): Promise<void> {
  await getPageStore(site).removeResponses(rule);
}

/** Returns the current settings. It is the same object until they change. */
export const getSettings = (site: Site): PageCacheSettings => site.settings.get(pageCacheSetting);
