import { type Activity, type ActivityKind, parseActivity } from '#app/domains/events/imports/activity.ts';
import { whereVisibleImports } from '#app/domains/events/imports/import.access.ts';
import type { authorities } from '#app/domains/events/imports/import.record.ts';
import { builder } from '../builder.ts';
import '../users/user.ts';
import { type EnumDefinition, oneOf } from '../public/public-mapping.ts';
import { publicationStatuses } from '../content/enum-definitions.ts';
import { flatInPayloads } from '../public/payload.ts';

export const importStates: EnumDefinition = {
  name: 'EventImportStatus',
  description: 'Status of an import.',
  values: {
    pending: 'The import waits for batches.',
    success: 'The import is complete.',
    failed: 'The import has failed.',
    draft: 'The import is a draft and accepts no batches.',
    schedule: 'The import repeats at certain times, and accepts no batches itself.',
  },
};

/** How an import treats events that already exist. */
export const ImportAuthority = builder.enumType('EventImportAuthority', {
  description: 'Treatment of existing events by an import.',
  values: {
    OVERWRITE: { value: 'overwrite', description: 'The import overwrites existing events.' },
    RETAIN: { value: 'retain', description: 'The import leaves existing events unchanged.' },
    PRESERVE_CHANGES: {
      value: 'preserve_changes',
      description: 'The import updates existing events, except for fields that were edited on this site.',
    },
  } satisfies Record<string, { value: (typeof authorities)[number]; description: string }>,
});

const ObjectChanges = builder.objectRef<Activity[ActivityKind]>('EventImportActs').implement({
  description: 'IDs of the objects of one type that an import changed.',
  fields: (t) => ({
    created: t.exposeIntList('created', { description: 'IDs of the created objects.' }),
    updated: t.exposeIntList('updated', { description: 'IDs of the updated objects.' }),
    skipped: t.exposeIntList('skipped', { description: 'IDs of the objects that were found and left unchanged.' }),
    scheduled: t.exposeIntList('scheduled', { description: 'IDs of the objects that are processed later.' }),
  }),
});

export const ImportActivity = builder.objectRef<Activity>('EventImportActivity').implement({
  description: 'Changes that an import made.',
  fields: (t) => ({
    events: t.expose('tribe_events', { type: ObjectChanges, description: 'Changes to events.' }),
    organizers: t.expose('tribe_organizer', { type: ObjectChanges, description: 'Changes to organizers.' }),
    venues: t.expose('tribe_venue', { type: ObjectChanges, description: 'Changes to venues.' }),
    categories: t.expose('tribe_events_cat', { type: ObjectChanges, description: 'Changes to event categories.' }),
    tags: t.expose('post_tag', { type: ObjectChanges, description: 'Changes to tags.' }),
    images: t.expose('attachment', { type: ObjectChanges, description: 'Changes to images of the media library.' }),
  }),
});

builder.prismaObject('EventImportError', {
  description: 'An error of an import.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Error code: `item_not_stored` for an event that could not be stored, otherwise the code of the import service.',
    }),
    message: t.exposeString('message', { description: 'Error message in English.' }),
    at: t.expose('createdUtc', { type: 'DateTime', description: 'Time of the error.' }),
  }),
});

/** GraphQL type of the model `EventImport`. A new import also has the hash of its first batch. */
export const EventImport = builder.prismaNode('EventImport', {
  ...flatInPayloads,
  description: 'An import of events, which another service sends in batches.',
  id: { field: 'id' },
  nullable: true,
  findUnique: (id, { viewer }) => ({ id: Number(id), AND: whereVisibleImports(viewer) }),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    importId: t.exposeString('importId', { description: 'ID of the import in the URLs that the import service calls.' }),
    origin: t.exposeString('origin', { description: 'Source of the events: `ical`, `gcal`, `ics`, `url`, …' }),
    status: t.exposeString('status', {
      ...oneOf(importStates, 'The current status.'),
    }),
    postStatus: t.exposeString('postStatus', {
      ...oneOf(publicationStatuses, 'Status of the imported events.', { old: 'Status of the imported events.' }),
    }),
    authority: t.expose('authority', { type: ImportAuthority, description: 'Treatment of existing events by the import.' }),
    nextBatchHash: t.string({
      nullable: true,
      description: 'Secret that the first batch must contain. It is only returned when the import is created; otherwise null.',
      resolve: ({ batchHash }) => batchHash ?? null,
    }),
    percentageComplete: t.exposeFloat('percentageComplete', { description: 'Progress in percent, 0 to 100.' }),
    totalEvents: t.exposeInt('totalEvents', { description: 'Number of events in the whole import; 0 before the first batch.' }),
    activity: t.field({
      type: ImportActivity,
      description: 'Changes that the import has made so far.',
      resolve: ({ activity }) => parseActivity(activity),
    }),
    errors: t.relation('errors', { description: 'Errors of the import, oldest first.', query: { orderBy: { id: 'asc' } } }),
    author: t.relation('author', {
      nullable: true,
      description: 'The user who created the import, and who is the author of its events; null if that user was deleted.',
    }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the import was created.' }),
    modifiedAt: t.expose('modifiedUtc', { type: 'DateTime', description: 'When the import last changed.' }),
  }),
});
