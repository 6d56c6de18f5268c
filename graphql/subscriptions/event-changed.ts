import { eventKind } from '#app/domains/events/kinds.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { Event } from '../events/refs.ts';
import { ContentChangeAction, type VisibleChange, subscribeToChanges } from './visible-changes.ts';
import { declareFormerName } from '../public/former-names.ts';

const EventChange = builder.objectRef<VisibleChange>('EventChange').implement({
  description: 'A change of one event.',
  fields: (t) => ({
    action: t.expose('act', {
      ...declareFormerName('act'),
      type: ContentChangeAction,
      description: 'Effect of the change on your access.',
    }),
    databaseId: t.int({ description: 'ID of the event.', resolve: ({ change }) => change.id }),
    event: t.field({
      type: Event,
      nullable: true,
      description: 'The event after the change; null if you can no longer read it.',
      resolve: ({ content }, _args, { load }) => content && load.calendar.event.load(content.id),
    }),
  }),
});

builder.subscriptionField('eventChanged', (t) =>
  t.field({
    type: EventChange,
    description:
      'Sends each committed change of an event that you can read now, or could read before the change. If changes were missed, the stream ends with the error `events_lost`: read the data again, then subscribe again.',
    args: { ids: t.arg.intList({ description: 'Only events with these IDs.' }) },
    ...publicAccess,
    subscribe: async (_root, { ids }, context) => {
      const idSet = ids ? new Set(ids) : null;
      return await subscribeToChanges(context, ({ id, kind }) => kind === eventKind.name && (!idSet || idSet.has(id)));
    },
    resolve: (change) => change,
  }),
);
