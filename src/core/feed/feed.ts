import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from '../failures/failure.ts';
import { acquireStream } from '../limits/shared-streams.ts';
import type { CoreSite } from '../site/core-site.ts';

/** Maximum number of events that wait for a slow subscriber. One more ends the subscription. */
const MAX_WAITING = 200;
/** Maximum number of subscriptions of a user on all devices. The limit per IP address, which an office may share, is configurable. */
const MAX_PER_USER = 20;
const MAX_PER_PROCESS = 2_000;
/** Maximum number of changes that are loaded at once. It is less than `MAX_WAITING`, so that a subscriber can receive events between two batches. */
const MAX_BATCH = 100;

const createLossFailure = () => new Failure('events_lost', 503, 'Events were lost. Reload the displayed data, then subscribe again.');

const createLimitFailure = () => new Failure('too_many_subscriptions', 429, 'Too many subscriptions are open.');

/** A source of changes. It defines how changes arrive and which events subscribers get for them. */
export interface FeedChannel<Site, Change, Event extends { change: Change }> {
  name: string;
  /** Calls `onChange` for every change that any process commits, and `onGap` if some may have been missed. Returns the function that unsubscribes. */
  listen(site: Site, onChange: (change: Change) => void, onGap: () => void): Promise<() => Promise<void>>;
  /** Returns the events for changes, in order. Called once for all subscribers, with all changes that are pending. */
  load(site: Site, changes: readonly Change[]): Promise<Event[]>;
}

/** The events of one subscriber, in the order of the commits. */
export class Subscription<Event extends { change: unknown }> implements AsyncIterableIterator<Event> {
  readonly caller: string;
  /** True once the subscription receives changes. */
  isListening = false;
  readonly #wants: (change: Event['change']) => boolean;
  readonly #onEnd: (subscription: Subscription<Event>) => void;
  readonly #waiting: Event[] = [];
  #wake: (() => void) | undefined;
  #failure: Failure | undefined;
  #hasEnded = false;

  constructor(caller: string, wants: (change: Event['change']) => boolean, onEnd: (subscription: Subscription<Event>) => void) {
    this.caller = caller;
    this.#wants = wants;
    this.#onEnd = onEnd;
  }

  /** Delivers an event if the subscriber wants it. If too many events are waiting, ends the subscription with an error instead. */
  push(event: Event): void {
    if (this.#hasEnded || !this.#wants(event.change)) return;
    if (this.#waiting.length >= MAX_WAITING) return this.end(createLossFailure());
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** Ends the subscription. Without a failure, events that are waiting are still delivered. A failure is thrown immediately. */
  end(failure?: Failure): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#failure = failure;
    if (failure) this.#waiting.length = 0;
    this.#onEnd(this);
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event) return { done: false, value: event };
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure) throw failure;
      if (this.#hasEnded) return { done: true, value: undefined };
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

/** The listener of a channel that all its subscribers in the process share. Loads every change only once. */
class Feed<Site extends CoreSite, Change, Event extends { change: Change }> {
  readonly subscriptions = new Set<Subscription<Event>>();
  readonly #site: Site;
  readonly #channel: FeedChannel<Site, Change, Event>;
  #listening: Promise<() => Promise<void>> | undefined;
  /** Changes that arrive while others are being loaded. */
  #pending: Change[] = [];
  #isLoading = false;
  /** Runs work outside the async context of the request that started to listen. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(site: Site, channel: FeedChannel<Site, Change, Event>) {
    this.#site = site;
    this.#channel = channel;
  }

  /** Adds a subscriber. Calls `onEnd` exactly once, when the subscription ends. */
  async subscribe(caller: string, wants: (change: Change) => boolean, onEnd: () => void): Promise<Subscription<Event>> {
    const subscription = new Subscription<Event>(caller, wants, (ended) => {
      onEnd();
      this.#leave(ended);
    });
    this.subscriptions.add(subscription);
    try {
      this.#listening ??= this.#channel.listen(
        this.#site,
        (change) => this.#outside(() => this.#receive(change)),
        () => this.end(createLossFailure()),
      );
      await this.#listening;
      subscription.isListening = true;
    } catch (error) {
      this.#listening = undefined;
      subscription.end();
      throw error;
    }
    return subscription;
  }

  end(failure?: Failure): void {
    for (const subscription of this.subscriptions) subscription.end(failure);
  }

  #receive(change: Change): void {
    this.#pending.push(change);
    if (this.#isLoading) return;
    this.#isLoading = true;
    // changes that arrive together, for example in one notification, are loaded together
    setImmediate(() => void this.#loadPending());
  }

  async #loadPending(): Promise<void> {
    while (this.#pending.length > 0) {
      const changes = this.#pending.splice(0, MAX_BATCH);
      try {
        for (const event of await this.#channel.load(this.#site, changes))
          for (const subscription of this.subscriptions) subscription.push(event);
      } catch (error) {
        this.#site.log.warn({ err: error }, 'changes could not be sent to subscribers');
        this.end(createLossFailure());
      }
    }
    this.#isLoading = false;
  }

  #leave(subscription: Subscription<Event>): void {
    this.subscriptions.delete(subscription);
    if (this.subscriptions.size > 0) return;
    const listening = this.#listening;
    this.#listening = undefined;
    listening?.then((stop) => stop()).catch((error: unknown) => this.#site.log.warn({ err: error }, 'listening could not be stopped'));
  }
}

type AnyFeed = Feed<never, never, { change: never }>;
const createFeeds = () => new Map<string, AnyFeed>();

const getFeeds = (site: CoreSite) => [...site.state.getOrCreate(createFeeds).values()];
const getSubscriptions = (site: CoreSite) => getFeeds(site).flatMap((feed) => [...feed.subscriptions]);

function getFeed<Site extends CoreSite, Change, Event extends { change: Change }>(
  site: Site,
  channel: FeedChannel<Site, Change, Event>,
): Feed<Site, Change, Event> {
  const feeds = site.state.getOrCreate(createFeeds);
  let feed = feeds.get(channel.name) as Feed<Site, Change, Event> | undefined;
  if (!feed) feeds.set(channel.name, (feed = new Feed(site, channel)) as unknown as AnyFeed);
  return feed;
}

/**
 * Subscribes to those changes of a channel that the caller wants. Receives changes of all processes that are committed from now on. Does not check
 * permissions.
 * @throws 429 `too_many_subscriptions` if the caller has too many open subscriptions, over all processes of the site
 * @throws `events_lost` from the iterator if it cannot continue without a gap
 */
export async function subscribe<Site extends CoreSite, Change, Event extends { change: Change }>(
  site: Site,
  channel: FeedChannel<Site, Change, Event>,
  caller: string,
  wants: (change: Change) => boolean,
): Promise<Subscription<Event>> {
  const openSubscriptions = getSubscriptions(site);
  const limit = caller.startsWith('user ') ? MAX_PER_USER : site.config.subscriptionsPerAddress;
  if (
    openSubscriptions.length >= MAX_PER_PROCESS ||
    openSubscriptions.filter((subscription) => subscription.caller === caller).length >= limit
  )
    throw createLimitFailure();
  const releaseStream = await acquireStream(site, caller, limit);
  if (!releaseStream) throw createLimitFailure();
  return await getFeed(site, channel).subscribe(caller, wants, releaseStream);
}

/** Returns the number of active subscriptions of this process. */
export function countSubscriptions(site: CoreSite): number {
  return getSubscriptions(site).filter(({ isListening }) => isListening).length;
}

/** Ends all subscriptions of this process, so that it can stop. */
export function endSubscriptions(site: CoreSite): void {
  for (const feed of getFeeds(site)) feed.end();
}
