import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from '../failures/failure.ts';
import { takeStream } from '../limits/shared-streams.ts';
import type { CoreSite } from '../site/core-site.ts';

/** Maximum of events that wait for a slow reader. One more ends the subscription. */
const MAX_WAITING = 200;
/** Maximum for a user on all devices. The limit per address, which an office may share, is configurable. */
const MAX_OF_ONE_USER = 20;
const MAX_OF_ALL = 2_000;
/** Changes loaded at once: fewer than may wait for a reader, so that it can read some in between. */
const MAX_LOADED = 100;

const lost = () => new Failure('events_lost', 503, 'Events were lost. Read again what you show, then subscribe again.');

const tooMany = () => new Failure('too_many_subscriptions', 429, 'Too many subscriptions are open.');

/** A source of changes: how changes arrive, and which events subscribers get. */
export interface FeedChannel<Site, Change, Event extends { change: Change }> {
  name: string;
  /** Calls back for every committed change of any process; `onGap` if some may have been missed. Returns the function that unsubscribes. */
  listen(site: Site, heard: (change: Change) => void, onGap: () => void): Promise<() => Promise<void>>;
  /** Returns the events of changes, in order. Called once for all subscribers, with all pending changes. */
  load(site: Site, changes: readonly Change[]): Promise<Event[]>;
}

/** The events of one subscriber, in the order of the commits. */
export class Subscription<Event extends { change: unknown }> implements AsyncIterableIterator<Event> {
  readonly caller: string;
  /** True once changes arrive. */
  isListening = false;
  readonly #wants: (change: Event['change']) => boolean;
  readonly #left: (subscription: Subscription<Event>) => void;
  readonly #waiting: Event[] = [];
  #wake: (() => void) | undefined;
  #failure: Failure | undefined;
  #isOver = false;

  constructor(caller: string, wants: (change: Event['change']) => boolean, left: (subscription: Subscription<Event>) => void) {
    this.caller = caller;
    this.#wants = wants;
    this.#left = left;
  }

  /** Delivers an event if the subscriber wants it. Ends the subscription with an error if the subscriber is too slow. */
  push(event: Event): void {
    if (this.#isOver || !this.#wants(event.change)) return;
    if (this.#waiting.length >= MAX_WAITING) return this.end(lost());
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** Ends the subscription after the waiting events; with a failure immediately. */
  end(failure?: Failure): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    if (failure) this.#waiting.length = 0;
    this.#left(this);
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
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

/** The shared listener for all subscribers of the process to a channel. Loads every change once. */
class Feed<Site extends CoreSite, Change, Event extends { change: Change }> {
  readonly subscriptions = new Set<Subscription<Event>>();
  readonly #site: Site;
  readonly #channel: FeedChannel<Site, Change, Event>;
  #listening: Promise<() => Promise<void>> | undefined;
  /** Changes that arrived while others are being loaded. */
  #heard: Change[] = [];
  #isLoading = false;
  /** Loads changes outside the async context of the request that opened the listening connection. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(site: Site, channel: FeedChannel<Site, Change, Event>) {
    this.#site = site;
    this.#channel = channel;
  }

  /** `onEnd` is called exactly once when the subscription ends. */
  async subscribe(caller: string, wants: (change: Change) => boolean, onEnd: () => void): Promise<Subscription<Event>> {
    const subscription = new Subscription<Event>(caller, wants, (one) => {
      onEnd();
      this.#leave(one);
    });
    this.subscriptions.add(subscription);
    try {
      this.#listening ??= this.#channel.listen(
        this.#site,
        (change) => this.#outside(() => this.#hear(change)),
        () => this.end(lost()),
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

  #hear(change: Change): void {
    this.#heard.push(change);
    if (this.#isLoading) return;
    this.#isLoading = true;
    // changes that arrive together, for example in one notification, are loaded together
    setImmediate(() => void this.#tell());
  }

  async #tell(): Promise<void> {
    while (this.#heard.length > 0) {
      const changes = this.#heard.splice(0, MAX_LOADED);
      try {
        for (const event of await this.#channel.load(this.#site, changes))
          for (const subscription of this.subscriptions) subscription.push(event);
      } catch (error) {
        this.#site.log.warn({ err: error }, 'changes could not be sent to subscribers');
        this.end(lost());
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
const noFeeds = () => new Map<string, AnyFeed>();

const feedsOf = (site: CoreSite) => [...site.state.of(noFeeds).values()];
const subscriptionsOf = (site: CoreSite) => feedsOf(site).flatMap((feed) => [...feed.subscriptions]);

function feedOf<Site extends CoreSite, Change, Event extends { change: Change }>(
  site: Site,
  channel: FeedChannel<Site, Change, Event>,
): Feed<Site, Change, Event> {
  const known = site.state.of(noFeeds);
  let feed = known.get(channel.name) as Feed<Site, Change, Event> | undefined;
  if (!feed) known.set(channel.name, (feed = new Feed(site, channel)) as unknown as AnyFeed);
  return feed;
}

/**
 * Subscribes to the committed changes of a channel that the caller wants, from now on and from all processes. Does not check permissions.
 * @throws 429 `too_many_subscriptions`, counted over all processes of a server
 * @throws `events_lost` from the iterator if it cannot continue without a gap
 */
export async function subscribe<Site extends CoreSite, Change, Event extends { change: Change }>(
  site: Site,
  channel: FeedChannel<Site, Change, Event>,
  caller: string,
  wants: (change: Change) => boolean,
): Promise<Subscription<Event>> {
  const open = subscriptionsOf(site);
  const most = caller.startsWith('user ') ? MAX_OF_ONE_USER : site.config.subscriptionsPerAddress;
  if (open.length >= MAX_OF_ALL || open.filter((one) => one.caller === caller).length >= most) throw tooMany();
  const giveBack = await takeStream(site, caller, most);
  if (!giveBack) throw tooMany();
  return await feedOf(site, channel).subscribe(caller, wants, giveBack);
}

/** Returns the number of active subscriptions of this process. */
export function openSubscriptions(site: CoreSite): number {
  return subscriptionsOf(site).filter(({ isListening }) => isListening).length;
}

/** Ends all subscriptions of this process, so that it can stop. */
export function endSubscriptions(site: CoreSite): void {
  for (const feed of feedsOf(site)) feed.end();
}
