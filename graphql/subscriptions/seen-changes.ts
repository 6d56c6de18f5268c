import { type ContentEvent, subscribeToContent, type Subscription } from '#app/changes/content-feed.ts';
import type { ContentChange } from '#app/content/changes.ts';
import { canRead } from '#app/content/content.permissions.ts';
import type { Viewer } from '#app/auth/viewer.ts';
import { builder } from '../builder.ts';
import { type Context, renewLoaders } from '../context.ts';

/** A change as one viewer sees it. */
export interface SeenChange extends ContentEvent {
  act: 'appeared' | 'changed' | 'disappeared';
}

/** What the change is to the viewer; null when they could read the content neither before nor after it. */
function seenBy(viewer: Viewer, event: ContentEvent): SeenChange | null {
  const { change, content } = event;
  const couldRead =
    change.from !== null &&
    canRead(viewer, { kind: change.kind, status: change.from, authorId: content?.authorId ?? null, trashedFrom: null });
  const canReadNow = content !== null && canRead(viewer, content);
  if (canReadNow) return { ...event, act: couldRead ? 'changed' : 'appeared' };
  return couldRead ? { ...event, content: null, act: 'disappeared' } : null;
}

/** The changes of a subscription that its viewer may know of. Who is asking is asked anew for each: rights may end while a stream is open. */
class SeenChanges implements AsyncIterableIterator<SeenChange> {
  readonly #source: Subscription;
  readonly #context: Context;

  constructor(source: Subscription, context: Context) {
    this.#source = source;
    this.#context = context;
  }

  async next(): Promise<IteratorResult<SeenChange, undefined>> {
    for (;;) {
      const event = await this.#source.next();
      if (event.done) return { done: true, value: undefined };
      try {
        this.#context.viewer = await (this.#context.identifyAgain?.() ?? this.#context.viewer);
      } catch (error) {
        this.#source.end();
        throw error;
      }
      const seen = seenBy(this.#context.viewer, event.value);
      if (!seen) continue;
      renewLoaders(this.#context);
      return { done: false, value: seen };
    }
  }

  async return(): Promise<IteratorResult<SeenChange, undefined>> {
    return await this.#source.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** The changes that the caller wants, as they may know of them, from this moment on. */
export async function seenChanges(context: Context, wants: (change: ContentChange) => boolean): Promise<AsyncIterableIterator<SeenChange>> {
  const { site, viewer, client } = context;
  const caller = viewer.signedIn ? `user ${viewer.id}` : client.ip;
  return new SeenChanges(await subscribeToContent(site, caller, wants), context);
}

export const ChangeAct = builder.enumType('ContentChangeAct', {
  description: 'What a change is to you.',
  values: {
    APPEARED: { value: 'appeared', description: 'You can read it now and could not before: it is new, or was published.' },
    CHANGED: { value: 'changed', description: 'You could read it before and can now.' },
    DISAPPEARED: { value: 'disappeared', description: 'You can no longer read it: it was deleted, trashed or unpublished.' },
  } as const,
});
