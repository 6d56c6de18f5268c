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

const CHANNEL = 'page_cache_purged';
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_OF_ONE = 4 * 1024 * 1024;

/** Notification of removed responses. */
interface Purge extends PurgeRule {
  /** ID of the sending store. It ignores its own notification, because it may have cached newer responses since. */
  from: string;
}

/** Cached response for a request, or null. */
export type Found = { answer: CachedResponse; isStale: boolean } | null;

/**
 * Responses cached by this process: in memory up to a size limit, and listed in a table for administrators. Writes of this process and
 * notified writes of others remove the dependent responses.
 */
export class PageStore {
  readonly #site: Site;
  readonly #id = randomUUID();
  readonly #table: EntryTable;
  readonly #answers: LRUCache<string, CachedResponse>;
  #stops: (() => unknown)[] = [];
  #opening: Promise<void> | null = null;
  #isOpen = false;

  constructor(site: Site) {
    this.#site = site;
    this.#table = new EntryTable(site);
    this.#answers = new LRUCache({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_OF_ONE,
      sizeCalculation: ({ size }) => size,
      dispose: ({ key }, _name, reason) => {
        if (reason === 'evict') this.#table.remove([key]);
      },
    });
  }

  /** Starts to track changes by other processes. Nothing may be cached before. */
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
    this.#stops = [
      changes.onChange((tables) => {
        const { isLocked, clearsOnEdit } = settingsOf(this.#site);
        if (isLocked) return;
        if (clearsOnEdit && tables?.includes('content')) this.#drop({ all: true });
        this.#table.removeDependencies(clearsOnEdit && tables?.includes('content') ? null : tables);
      }),
      await listen(CHANNEL, (purge) => {
        const { from, ...rule } = JSON.parse(purge) as Purge;
        if (from !== this.#id) this.#drop(rule);
      }),
    ];
    this.#isOpen = true;
  }

  /** Returns the response of a key if it may be sent. A response that is only too old is stale. */
  find(name: string, settings: PageCacheSettings): Found {
    const answer = this.#answers.get(name);
    if (!answer) return null;
    const { changes } = this.#site.db;
    const at = now().getTime();
    if (changes.isDisconnected) return null;
    if (!settings.isLocked && (at >= answer.until || !changes.areUnchanged(answer.tables, answer.tick))) {
      this.#answers.delete(name);
      this.#table.remove([answer.key]);
      return null;
    }
    return { answer, isStale: !isFresh(answer, settings, at) };
  }

  /** Caches a response unless its tables have changed meanwhile. Returns true if it is cached. */
  keep(name: string, answer: CachedResponse): boolean {
    const { changes } = this.#site.db;
    if (changes.isDisconnected || !changes.areUnchanged(answer.tables, answer.tick) || answer.size > MAX_OF_ONE) return false;
    this.#answers.set(name, answer);
    this.#table.put(answer);
    return true;
  }

  /** Removes responses, first in this process and then in all others. */
  async forget(rule: PurgeRule): Promise<void> {
    this.#drop(rule);
    await this.#table.removeBy(rule);
    // removes responses that were cached meanwhile and are no longer in the table
    this.#drop(rule);
    const purge: Purge = { ...rule, from: this.#id };
    await notifyNow(this.#site.db, CHANNEL, JSON.stringify(purge));
  }

  #drop(rule: PurgeRule): void {
    for (const [name, answer] of this.#answers.entries()) if (isPurged(answer, rule)) this.#answers.delete(name);
  }

  /** Waits until the table lists all responses of this process. */
  async settled(): Promise<void> {
    await this.#table.settled();
  }

  /** Waits for pending writes and stops tracking changes. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#table.settled().catch(() => undefined);
    for (const stop of this.#stops) await stop();
  }
}

const openStore = (site: Site) => new PageStore(site);

/** Returns the store of the site. The process that serves requests opens it. */
export function storeOf(site: Site): PageStore {
  return site.state.of(openStore, site);
}

/** Waits until the table lists all responses of this process. */
export async function settled(site: Site): Promise<void> {
  await storeOf(site).settled();
}

/** Removes responses, first in this process and then in all others. */
export async function forget(site: Site, rule: PurgeRule): Promise<void> {
  await storeOf(site).forget(rule);
}

/** Returns the current settings: the same object until they change. */
export const settingsOf = (site: Site): PageCacheSettings => site.settings.get(pageCacheSetting);
