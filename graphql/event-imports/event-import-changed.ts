import { subscribe } from '#app/core/feed/feed.ts';
import { canSeeImport, checkImportEvents } from '#app/domains/events/imports/import.access.ts';
import { importChanges } from '#app/domains/events/imports/import-changes.ts';
import { findImport, type ImportRecord } from '#app/domains/events/imports/import.record.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { getSubscriberKey, VisibleEventStream } from '../subscriptions/visible-event-stream.ts';
import { EventImport } from './event-import.ts';

builder.subscriptionField('eventImportChanged', (t) =>
  t.field({
    type: EventImport,
    description:
      'Sends each change in the progress of imports. If changes were missed, the stream ends with the error `events_lost`: read the data again, then subscribe again.',
    args: { importId: t.arg.string({ description: 'Only changes of this import; by default of all imports that you may see.' }) },
    ...guard((_args: object, { viewer }: Context) => checkImportEvents(viewer)),
    subscribe: async (_root, { importId }, context) => {
      const { site, viewer } = context;
      const record = typeof importId === 'string' ? await findImport(site, importId) : null;
      if (typeof importId === 'string' && !(record && canSeeImport(viewer, record)))
        throw notFound('event_import_not_found', 'The import does not exist, or you may not see it.');
      const stream = await subscribe(site, importChanges, getSubscriberKey(context), (id) => record === null || id === record.id);
      return new VisibleEventStream(stream, context, (currentViewer, event): ImportRecord | null =>
        event.record && canSeeImport(currentViewer, event.record) ? event.record : null,
      );
    },
    resolve: (record) => record,
  }),
);
