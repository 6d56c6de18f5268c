import { randomUUID } from 'node:crypto';
import type { ViewedPage } from '#app/core/caching/viewed-page.ts';
import type { PageRequest } from '#app/core/page-views/page-views.ts';
import { getSiteToday } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import { getChannel } from './channel.rules.ts';
import { isView } from './is-view.rules.ts';
import { type ViewCount, storeViews } from './view-store.ts';

/** Maximum time for which a view is only in memory. A killed process loses these views. */
const FLUSH_MS = 5_000;
/** Maximum number of rows in one statement. */
const BATCH_SIZE = 1_000;
/** Maximum number of waiting counts while the database is down. Further views are not counted. */
const MAX_WAITING = 20_000;

/**
 * Counts views in memory and adds them to the database in numbered batches. A batch that is sent again after a lost connection is added
 * only once. Several processes add to the same rows.
 */
export class ViewCounter {
  readonly #site: Site;
  /** ID of this process as a writer of counts. */
  readonly #writerId = randomUUID();
  readonly #ownHost: string;
  #waiting = new Map<string, ViewCount>();
  #batch: { number: number; counts: ViewCount[] } | null = null;
  #lastBatchNumber = 0;
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> | null = null;
  #isFull = false;

  constructor(site: Site) {
    this.#site = site;
    this.#ownHost = new URL(site.config.siteUrl).host;
  }

  /** Counts a request for a page, unless it is not a view by a person (`isView`). */
  count({ kind, id }: ViewedPage, request: PageRequest): void {
    if (!isView(request)) return;
    const channel = getChannel(request.headers.referer, [this.#ownHost, request.headers.host ?? '']);
    const day = getSiteToday(this.#site);
    const key = `${day} ${kind} ${id} ${channel}`;
    const counted = this.#waiting.get(key);
    if (counted) counted.views += 1;
    else if (this.#waiting.size < MAX_WAITING) this.#waiting.set(key, { day, kind, targetId: id, channel, views: 1 });
    else this.#warnIfFull();
    this.#timer ??= setTimeout(() => void this.#flushAndReschedule(), FLUSH_MS).unref();
  }

  #warnIfFull(): void {
    if (!this.#isFull) this.#site.log.warn('views cannot be stored; further views are not counted');
    this.#isFull = true;
  }

  async #flushAndReschedule(): Promise<void> {
    this.#timer = null;
    try {
      await this.flush();
    } catch (error) {
      this.#site.log.warn({ err: error }, 'views could not be stored; they will be retried');
    }
    if (this.#waiting.size > 0 || this.#batch) this.#timer ??= setTimeout(() => void this.#flushAndReschedule(), FLUSH_MS).unref();
  }

  /** Adds all counts to the database. Loses nothing if it throws. */
  async flush(): Promise<void> {
    while (this.#flushing) await this.#flushing.catch(() => undefined);
    this.#flushing = this.#storeAll();
    try {
      await this.#flushing;
    } finally {
      this.#flushing = null;
    }
  }

  async #storeAll(): Promise<void> {
    for (let batch = this.#nextBatch(); batch; batch = this.#nextBatch()) {
      await storeViews(this.#site, { writer: this.#writerId, ...batch });
      this.#batch = null;
    }
    this.#isFull = false;
  }

  /** Returns the batch whose write failed, unchanged, or else the next one. */
  #nextBatch() {
    if (this.#batch || this.#waiting.size === 0) return this.#batch;
    const entries = [...this.#waiting].slice(0, BATCH_SIZE);
    for (const [key] of entries) this.#waiting.delete(key);
    this.#batch = { number: (this.#lastBatchNumber += 1), counts: entries.map(([, counted]) => counted) };
    return this.#batch;
  }

  /** Stores the remaining counts and stops the timer. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    await this.#flushAndReschedule();
    if (this.#timer) clearTimeout(this.#timer);
  }
}
