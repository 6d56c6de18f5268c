import { type Activity, type ActivityKind, activityOf } from '#app/domains/events/imports/activity.ts';
import { importsSeenBy } from '#app/domains/events/imports/import.access.ts';
import type { authorities } from '#app/domains/events/imports/import.record.ts';
import { builder } from '../builder.ts';
import '../users/user.ts';
import { type ClosedSet, oneOf } from '../public/public-mapping.ts';
import { publicationStatuses } from '../content/closed-sets.ts';
import { flatInPayloads } from '../public/payload.ts';

export const importStates: ClosedSet = {
  name: 'EventImportStatus',
  description: 'How far an import is.',
  values: {
    pending: 'Batches are awaited.',
    success: 'All of it is in.',
    failed: 'It has failed.',
    draft: 'It is only noted, and takes no batches.',
    schedule: 'It makes imports at times, and takes no batches itself.',
  },
};

/** What an import does with events that are there already. */
export const ImportAuthority = builder.enumType('EventImportAuthority', {
  description: 'What an import does with events that are there already.',
  values: {
    OVERWRITE: { value: 'overwrite', description: 'It changes them to what it brings.' },
    RETAIN: { value: 'retain', description: 'It leaves them as they are.' },
    PRESERVE_CHANGES: { value: 'preserve_changes', description: 'It changes them, but for fields that were edited here.' },
  } satisfies Record<string, { value: (typeof authorities)[number]; description: string }>,
});

const Acts = builder.objectRef<Activity[ActivityKind]>('EventImportActs').implement({
  description: 'Numbers of the objects of one kind that an import changed.',
  fields: (t) => ({
    created: t.intList({ description: 'Numbers of those created.', resolve: ({ created }) => created }),
    updated: t.intList({ description: 'Numbers of those updated.', resolve: ({ updated }) => updated }),
    skipped: t.intList({ description: 'Found and left as they are.', resolve: ({ skipped }) => skipped }),
    scheduled: t.intList({ description: 'To be dealt with later.', resolve: ({ scheduled }) => scheduled }),
  }),
});

/** What an import did. */
export const ImportActivity = builder.objectRef<Activity>('EventImportActivity').implement({
  description: 'What an import did.',
  fields: (t) => ({
    events: t.field({ type: Acts, description: 'Changes to events.', resolve: (activity) => activity.tribe_events }),
    organizers: t.field({ type: Acts, description: 'Changes to organizers.', resolve: (activity) => activity.tribe_organizer }),
    venues: t.field({ type: Acts, description: 'Changes to venues.', resolve: (activity) => activity.tribe_venue }),
    categories: t.field({ type: Acts, description: 'To event categories.', resolve: (activity) => activity.tribe_events_cat }),
    tags: t.field({ type: Acts, description: 'Changes to tags.', resolve: (activity) => activity.post_tag }),
    images: t.field({ type: Acts, description: 'To images of the media library.', resolve: (activity) => activity.attachment }),
  }),
});

builder.prismaObject('EventImportError', {
  description: 'Something that went wrong with an import.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'What it is: `item_not_stored` for an event that could not be stored, else the name that the import service gives it.',
    }),
    message: t.exposeString('message', { description: 'The same in words, not translated.' }),
    at: t.expose('createdUtc', { type: 'DateTime', description: 'Moment of the entry.' }),
  }),
});

/** Stands on the model `EventImport`, with the hash of its first batch where it was made just now. */
export const EventImport = builder.prismaNode('EventImport', {
  ...flatInPayloads,
  description: 'An import of events that another service sends in batches.',
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, { viewer }) => ({ id: Number(id), AND: importsSeenBy(viewer) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    importId: t.exposeString('importId', { description: 'Its name in the addresses that the import service calls.' }),
    origin: t.exposeString('origin', { description: 'Where the events come from: `ical`, `gcal`, `ics`, `url`, …' }),
    status: t.exposeString('status', {
      ...oneOf(importStates, 'How far it is.'),
    }),
    postStatus: t.exposeString('postStatus', {
      ...oneOf(publicationStatuses, 'Status of the events it makes.', { old: 'Status of the events it makes.' }),
    }),
    authority: t.expose('authority', { type: ImportAuthority, description: 'What it does with events that are there.' }),
    nextBatchHash: t.string({
      nullable: true,
      description: 'What the first batch must carry. A secret: it is returned only when the import is created.',
      resolve: ({ batchHash }) => batchHash ?? null,
    }),
    percentageComplete: t.exposeFloat('percentageComplete', { description: 'How far it is, 0 to 100.' }),
    totalEvents: t.exposeInt('totalEvents', { description: 'Events of the whole import, as far as known.' }),
    activity: t.field({ type: ImportActivity, description: 'What it did so far.', resolve: ({ activity }) => activityOf(activity) }),
    errors: t.relation('errors', { description: 'What went wrong, oldest first.', query: { orderBy: { id: 'asc' } } }),
    author: t.relation('author', { nullable: true, description: 'Who made it; the events are theirs.' }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When it was made.' }),
    modifiedAt: t.expose('modifiedUtc', { type: 'DateTime', description: 'When it moved on last.' }),
  }),
});
