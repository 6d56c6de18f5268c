import DataLoader from 'dataloader';
import type { Activity, ActivityKind } from '#app/event-imports/activity.ts';
import { canSeeImport } from '#app/event-imports/import.access.ts';
import { authorities, type ImportError, type ImportRecord, loadImportErrors, loadImports } from '#app/event-imports/import.record.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { User } from '../users/user.ts';

/** An import, with the hash of its first batch where it was made just now. */
export const EventImport = builder.objectRef<ImportRecord & { batchHash?: string }>('EventImport');

export const ImportAuthority = builder.enumType('EventImportAuthority', {
  description: 'What an import does with events that are there already.',
  values: {
    OVERWRITE: { value: 'overwrite', description: 'It changes them to what it brings.' },
    RETAIN: { value: 'retain', description: 'It leaves them as they are.' },
    PRESERVE_CHANGES: { value: 'preserve_changes', description: 'It changes them, but for fields that were edited here.' },
  } satisfies Record<string, { value: (typeof authorities)[number]; description: string }>,
});

const Acts = builder.objectRef<Activity[ActivityKind]>('EventImportActs').implement({
  description: 'What an import did to things of one kind: their numbers.',
  fields: (t) => ({
    created: t.intList({ description: 'Made.', resolve: ({ created }) => created }),
    updated: t.intList({ description: 'Changed.', resolve: ({ updated }) => updated }),
    skipped: t.intList({ description: 'Found and left as they are.', resolve: ({ skipped }) => skipped }),
    scheduled: t.intList({ description: 'To be dealt with later.', resolve: ({ scheduled }) => scheduled }),
  }),
});

export const ImportActivity = builder.objectRef<Activity>('EventImportActivity').implement({
  description: 'What an import did.',
  fields: (t) => ({
    events: t.field({ type: Acts, description: 'To events.', resolve: (activity) => activity.tribe_events }),
    organizers: t.field({ type: Acts, description: 'To organizers.', resolve: (activity) => activity.tribe_organizer }),
    venues: t.field({ type: Acts, description: 'To venues.', resolve: (activity) => activity.tribe_venue }),
    categories: t.field({ type: Acts, description: 'To event categories.', resolve: (activity) => activity.tribe_events_cat }),
    tags: t.field({ type: Acts, description: 'To tags.', resolve: (activity) => activity.post_tag }),
    images: t.field({ type: Acts, description: 'To images of the media library.', resolve: (activity) => activity.attachment }),
  }),
});

const ErrorType = builder.objectRef<ImportError>('EventImportError').implement({
  description: 'Something that went wrong with an import.',
  fields: (t) => ({
    code: t.string({
      description: 'What it is: `item_not_stored` for an event that could not be stored, else the name that the import service gives it.',
      resolve: ({ code }) => code,
    }),
    message: t.string({ description: 'The same in words, not translated.', resolve: ({ message }) => message }),
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ createdUtc }) => createdUtc }),
  }),
});

const loaders = new WeakMap<Context['load'], DataLoader<number, ImportError[]>>();

/** The errors of all imports of an answer, read together. */
function errorsOf({ site, load }: Context): DataLoader<number, ImportError[]> {
  let loader = loaders.get(load);
  if (!loader) loaders.set(load, (loader = new DataLoader((ids) => loadImportErrors(site, ids))));
  return loader;
}

builder.node(EventImport, {
  description: 'An import of events that another service sends in batches.',
  id: { resolve: ({ id }) => id },
  loadMany: async (ids, { site, viewer }) => {
    const found = new Map((await loadImports(site, ids.map(Number))).map((record) => [record.id, record]));
    return ids.map((id) => found.get(Number(id))).map((record) => (record && canSeeImport(viewer, record) ? record : null));
  },
  fields: (t) => ({
    databaseId: t.int({ description: 'Its number.', resolve: ({ id }) => id }),
    importId: t.string({ description: 'Its name in the addresses that the import service calls.', resolve: ({ importId }) => importId }),
    origin: t.string({ description: 'Where the events come from: `ical`, `gcal`, `ics`, `url`, …', resolve: ({ origin }) => origin }),
    status: t.string({
      description: '`pending` while batches are awaited, then `success` or `failed`; `draft` and `schedule` take none.',
      resolve: ({ status }) => status,
    }),
    postStatus: t.string({ description: 'Status of the events it makes.', resolve: ({ postStatus }) => postStatus }),
    authority: t.field({
      type: ImportAuthority,
      description: 'What it does with events that are there.',
      resolve: ({ authority }) => authority,
    }),
    nextBatchHash: t.string({
      nullable: true,
      description: 'What the first batch must carry. A secret: it is told when the import is made and never again.',
      resolve: ({ batchHash }) => batchHash ?? null,
    }),
    percentageComplete: t.float({ description: 'How far it is, 0 to 100.', resolve: ({ percentageComplete }) => percentageComplete }),
    totalEvents: t.int({ description: 'Events of the whole import, as far as known.', resolve: ({ totalEvents }) => totalEvents }),
    activity: t.field({ type: ImportActivity, description: 'What it did so far.', resolve: ({ activity }) => activity }),
    errors: t.field({
      type: [ErrorType],
      description: 'What went wrong, oldest first.',
      resolve: ({ id }, _args, context) => errorsOf(context).load(id),
    }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'Who made it; the events are theirs.',
      resolve: ({ authorId }, _args, { load }) => (authorId === null ? null : load.user.load(authorId)),
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: ({ createdUtc }) => createdUtc }),
    modifiedAt: t.field({ type: 'DateTime', description: 'When it moved on last.', resolve: ({ modifiedUtc }) => modifiedUtc }),
  }),
});
