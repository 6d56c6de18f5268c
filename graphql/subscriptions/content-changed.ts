import type { ContentEvent, Subscription } from '#app/changes/content-feed.ts';
import { subscribeToContent } from '#app/changes/content-feed.ts';
import { canRead } from '#app/content/content.permissions.ts';
import type { ContentRecord } from '#app/content/record.ts';
import type { Viewer } from '#app/auth/viewer.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';
import { Content } from '../content/content.ts';
import { type Context, renewLoaders } from '../context.ts';

/** A change as one viewer sees it. */
interface SeenChange extends ContentEvent {
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

const ChangeAct = builder.enumType('ContentChangeAct', {
  description: 'What a change is to you.',
  values: {
    APPEARED: { value: 'appeared', description: 'You can read it now and could not before: it is new, or was published.' },
    CHANGED: { value: 'changed', description: 'You could read it before and can now.' },
    DISAPPEARED: { value: 'disappeared', description: 'You can no longer read it: it was deleted, trashed or unpublished.' },
  } as const,
});

/** The content with what its kind has beside what all contents have. */
async function whole(content: ContentRecord, { load: { calendar } }: Context): Promise<ContentRecord | null> {
  if (content.kind === 'event') return await calendar.event.load(content.id);
  if (content.kind === 'venue') return await calendar.venue.load(content.id);
  return content.kind === 'organizer' ? await calendar.organizer.load(content.id) : content;
}

const ContentChangeType = builder.objectRef<SeenChange>('ContentChange').implement({
  description: 'A change of one content.',
  fields: (t) => ({
    act: t.field({ type: ChangeAct, description: 'What the change is to you.', resolve: ({ act }) => act }),
    databaseId: t.int({ description: 'Number of the content.', resolve: ({ change }) => change.id }),
    kind: t.string({ description: '`post`, `page`, `attachment`, `event`, `venue`, `organizer`.', resolve: ({ change }) => change.kind }),
    content: t.field({
      type: Content,
      nullable: true,
      description: 'The content as it is now; null when it disappeared.',
      resolve: ({ content }, _args, context) => content && whole(content, context),
    }),
  }),
});

builder.subscriptionField('contentChanged', (t) =>
  t.field({
    type: ContentChangeType,
    description:
      'Tells of every change of content that you can read, or could until then, once it is committed. An error `events_lost` ends the stream when changes were missed: read again, then subscribe anew.',
    args: {
      kinds: t.arg.stringList({ description: 'Only content of these kinds.' }),
      ids: t.arg.intList({ description: 'Only these contents.' }),
    },
    ...everybody,
    subscribe: async (_root, { kinds, ids }, context) => {
      const { site, viewer, client } = context;
      const wanted = ids ? new Set(ids) : null;
      const caller = viewer.signedIn ? `user ${viewer.id}` : client.ip;
      return new SeenChanges(
        await subscribeToContent(site, caller, ({ id, kind }) => (!kinds || kinds.includes(kind)) && (!wanted || wanted.has(id))),
        context,
      );
    },
    resolve: (change) => change,
  }),
);
