import { AsyncLocalStorage } from 'node:async_hooks';
import { type ContentChange, onContentChange } from '../content/changes.ts';
import { loadContent } from '../content/content.reader.ts';
import type { ContentRecord } from '../content/record.ts';
import { Failure } from '../core/failure.ts';
import type { Database } from '../core/db/database.ts';
import type { Site } from '../site.ts';

/** A committed write, with the content as it is now; null when it is gone. */
export interface ContentEvent {
  change: ContentChange;
  content: ContentRecord | null;
}

/** Events that wait for one slow reader; one more ends the subscription. */
const MOST_WAITING = 200;
const MOST_OF_ONE_CALLER = 20;
const MOST_OF_ALL = 2_000;

const lost = () => new Failure('events_lost', 503, 'Events were lost. Read again what you show, then subscribe anew.');

/** What one subscriber hears, in the order of the commits. */
export class Subscription implements AsyncIterableIterator<ContentEvent> {
  readonly caller: string;
  readonly #wants: (change: ContentChange) => boolean;
  readonly #left: (subscription: Subscription) => void;
  readonly #waiting: ContentEvent[] = [];
  #wake: (() => void) | undefined;
  #failure: Failure | undefined;
  #isOver = false;

  constructor(caller: string, wants: (change: ContentChange) => boolean, left: (subscription: Subscription) => void) {
    this.caller = caller;
    this.#wants = wants;
    this.#left = left;
  }

  /** Hands over an event that the subscriber wants; a subscriber that does not keep up is told so and ended. */
  push(event: ContentEvent): void {
    if (this.#isOver || !this.#wants(event.change)) return;
    if (this.#waiting.length >= MOST_WAITING) return this.end(lost());
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** Ends it after what is waiting; with a failure at once. */
  end(failure?: Failure): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    if (failure) this.#waiting.length = 0;
    this.#left(this);
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<ContentEvent, undefined>> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event) return { done: false, value: event };
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure) throw failure;
      if (this.#isOver) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#waiting.length = 0;
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** One ear on the database for all subscribers of the process: every change is loaded once. */
class ContentFeed {
  readonly #site: Site;
  readonly #subscriptions = new Set<Subscription>();
  #listening: Promise<() => Promise<void>> | undefined;
  #delivered: Promise<void> = Promise.resolve();
  /** An embedded database calls us within the writer's transaction, where nothing else may be read. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(site: Site) {
    this.#site = site;
  }

  async subscribe(caller: string, wants: (change: ContentChange) => boolean): Promise<Subscription> {
    const ofCaller = [...this.#subscriptions].filter((one) => one.caller === caller).length;
    if (ofCaller >= MOST_OF_ONE_CALLER || this.#subscriptions.size >= MOST_OF_ALL) {
      throw new Failure('too_many_subscriptions', 429, 'Too many subscriptions are open.');
    }
    const subscription = new Subscription(caller, wants, (one) => this.#leave(one));
    this.#subscriptions.add(subscription);
    try {
      this.#listening ??= onContentChange(
        this.#site,
        (change) => this.#outside(() => this.#hear(change)),
        () => this.end(lost()),
      );
      await this.#listening;
    } catch (error) {
      this.#listening = undefined;
      subscription.end();
      throw error;
    }
    return subscription;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  end(failure?: Failure): void {
    for (const subscription of this.#subscriptions) subscription.end(failure);
  }

  #hear(change: ContentChange): void {
    this.#delivered = this.#delivered
      .then(async () => {
        const content = change.to === null ? null : await loadContent(this.#site, change.id);
        for (const subscription of this.#subscriptions) subscription.push({ change, content });
      })
      .catch((error: unknown) => {
        this.#site.log.warn({ err: error }, 'a change of content could not be told');
        this.end(lost());
      });
  }

  #leave(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    if (this.#subscriptions.size > 0) return;
    const listening = this.#listening;
    this.#listening = undefined;
    listening?.then((stop) => stop()).catch((error: unknown) => this.#site.log.warn({ err: error }, 'listening could not be stopped'));
  }
}

const feeds = new WeakMap<Database, ContentFeed>();

function feedOf(site: Site): ContentFeed {
  let feed = feeds.get(site.db);
  if (!feed) feeds.set(site.db, (feed = new ContentFeed(site)));
  return feed;
}

/**
 * The committed changes of content that the caller wants, on whichever process they are made, from this moment on. Throws 429
 * `too_many_subscriptions`; the iterator throws `events_lost` when it cannot go on without a gap. Nobody's rights are looked at.
 */
export async function subscribeToContent(site: Site, caller: string, wants: (change: ContentChange) => boolean): Promise<Subscription> {
  return await feedOf(site).subscribe(caller, wants);
}

/** How many subscriptions are open in this process. */
export function openSubscriptions(site: Site): number {
  return feedOf(site).size;
}

/** Ends all subscriptions of this process, so that it can stop. */
export function endSubscriptions(site: Site): void {
  feedOf(site).end();
}
