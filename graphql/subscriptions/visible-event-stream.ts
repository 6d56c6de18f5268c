import type { Subscription } from '#app/core/feed/feed.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { type Context, renewLoaders } from '../context.ts';

/** Returns the key under which open subscriptions of a caller are counted. */
export const getSubscriberKey = ({ viewer, client }: Context) => (viewer.signedIn ? `user ${viewer.id}` : client.ip);

/**
 * The events of a subscription that its viewer may see. `convert` returns null for any other event. The viewer is authenticated again for each event,
 * because the viewer may lose rights while the stream is open.
 */
export class VisibleEventStream<Event extends { change: unknown }, Seen> implements AsyncIterableIterator<Seen> {
  readonly #source: Subscription<Event>;
  readonly #context: Context;
  readonly #convert: (viewer: Viewer, event: Event) => Seen | null;

  constructor(source: Subscription<Event>, context: Context, convert: (viewer: Viewer, event: Event) => Seen | null) {
    this.#source = source;
    this.#context = context;
    this.#convert = convert;
  }

  async next(): Promise<IteratorResult<Seen, undefined>> {
    for (;;) {
      const event = await this.#source.next();
      if (event.done) return { done: true, value: undefined };
      try {
        this.#context.viewer = await (this.#context.identifyAgain?.() ?? this.#context.viewer);
      } catch (error) {
        this.#source.end();
        throw error;
      }
      const seen = this.#convert(this.#context.viewer, event.value);
      if (seen === null) continue;
      renewLoaders(this.#context);
      return { done: false, value: seen };
    }
  }

  async return(): Promise<IteratorResult<Seen, undefined>> {
    return await this.#source.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
