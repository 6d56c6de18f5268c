import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { notifyNow } from '#app/core/db/notify.ts';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { isFresh } from '../entries/freshness.rules.ts';
import { isPurged, type PurgeRule } from '../entries/purge.rules.ts';
import { type PageCacheSettings, pageCacheSetting } from '../settings/settings.ts';
import type { KeptAnswer } from './kept-answer.ts';
import { EntryTable } from './table.ts';

const CHANNEL = 'page_cache_purged';
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_OF_ONE = 4 * 1024 * 1024;

/** Reported when responses are removed. */
interface Purge extends PurgeRule {
  /** The store that has removed them already: what it keeps since is newer, however late it hears of itself. */
  from: string;
}

/** How a response that is kept stands to a request for it. */
export type Found = { answer: KeptAnswer; isStale: boolean } | null;

/**
 * The responses that this process keeps: in memory, up to a number of bytes, and told in the table for those who administer the cache. Nothing
 * leaves it that a write of this process, or one that it was notified of, has changed.
 */
export class PageStore {
  readonly #site: Site;
  readonly #id = randomUUID();
  readonly #table: EntryTable;
  readonly #answers: LRUCache<string, KeptAnswer>;
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

  /** Begins to follow what others write and remove. Nothing may be kept before. */
  async open(): Promise<void> {
    await (this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    }));
  }

  /** Whether responses may be kept. */
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

  /** The response under a name, when it may still be sent; one that is only too old is stale. */
  find(name: string, settings: PageCacheSettings): Found {
    const answer = this.#answers.get(name);
    if (!answer) return null;
    const { changes } = this.#site.db;
    const at = now().getTime();
    if (changes.isDeaf) return null;
    if (!settings.isLocked && (at >= answer.until || !changes.areUnchanged(answer.tables, answer.tick))) {
      this.#answers.delete(name);
      this.#table.remove([answer.key]);
      return null;
    }
    return { answer, isStale: !isFresh(answer, settings, at) };
  }

  /** Keeps a response, unless what it was made of has changed meanwhile; returns whether it is kept. */
  keep(name: string, answer: KeptAnswer): boolean {
    const { changes } = this.#site.db;
    if (changes.isDeaf || !changes.areUnchanged(answer.tables, answer.tick) || answer.size > MAX_OF_ONE) return false;
    this.#answers.set(name, answer);
    this.#table.put(answer);
    return true;
  }

  /** Removes responses, here at once and in all processes. */
  async forget(rule: PurgeRule): Promise<void> {
    this.#drop(rule);
    await this.#table.removeBy(rule);
    // what was kept meanwhile is no longer in the table
    this.#drop(rule);
    const purge: Purge = { ...rule, from: this.#id };
    await notifyNow(this.#site.db, CHANNEL, JSON.stringify(purge));
  }

  #drop(rule: PurgeRule): void {
    for (const [name, answer] of this.#answers.entries()) if (isPurged(answer, rule)) this.#answers.delete(name);
  }

  /** Waits until the table shows what this process keeps. */
  async settled(): Promise<void> {
    await this.#table.settled();
  }

  /** What is written is in the table, and nothing is followed any more. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#table.settled().catch(() => undefined);
    for (const stop of this.#stops) await stop();
  }
}

const openStore = (site: Site) => new PageStore(site);

/** The store of the site, which is opened by the process that serves requests. */
export function storeOf(site: Site): PageStore {
  return site.state.of(openStore, site);
}

/** Waits until the table shows what this process keeps. */
export async function settled(site: Site): Promise<void> {
  await storeOf(site).settled();
}

/** Removes responses, here at once and in all processes. */
export async function forget(site: Site, rule: PurgeRule): Promise<void> {
  await storeOf(site).forget(rule);
}

/** The settings as they are now; one object as long as nobody changes them. */
export const settingsOf = (site: Site): PageCacheSettings => site.settings.get(pageCacheSetting);
