import { contentChanges, type ContentEvent } from '#app/domains/content/content-feed.ts';
import { subscribe } from '#app/core/feed/feed.ts';
import type { ContentChange } from '#app/domains/content/changes.ts';
import { canRead } from '#app/domains/content/content.permissions.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { getSubscriberKey, VisibleEventStream } from './visible-event-stream.ts';

export interface VisibleChange extends ContentEvent {
  act: 'appeared' | 'changed' | 'disappeared';
}

/** Returns the change as the viewer sees it; null if the viewer could not read the content before the change, and cannot read it now. */
function toVisibleChange(viewer: Viewer, event: ContentEvent): VisibleChange | null {
  const { change, content } = event;
  const couldRead =
    change.from !== null &&
    canRead(viewer, { kind: change.kind, status: change.from, authorId: content?.authorId ?? null, trashedFrom: null });
  const canReadNow = content !== null && canRead(viewer, content);
  if (canReadNow) return { ...event, act: couldRead ? 'changed' : 'appeared' };
  return couldRead ? { ...event, content: null, act: 'disappeared' } : null;
}

/** Subscribes to future changes that `isRequested` selects and that the caller may see. */
export async function subscribeToChanges(
  context: Context,
  isRequested: (change: ContentChange) => boolean,
): Promise<AsyncIterableIterator<VisibleChange>> {
  return new VisibleEventStream(
    await subscribe(context.site, contentChanges, getSubscriberKey(context), isRequested),
    context,
    toVisibleChange,
  );
}

export const ContentChangeAction = builder.enumType('ContentChangeAct', {
  description: 'Effect of a change on your access.',
  values: {
    APPEARED: { value: 'appeared', description: 'You can now read the content, because it is new or was published.' },
    CHANGED: { value: 'changed', description: 'You could read the content before, and still can.' },
    DISAPPEARED: {
      value: 'disappeared',
      description: 'You can no longer read the content, because it was deleted, trashed or unpublished.',
    },
  } as const,
});
