import { eventKind } from '#app/domains/events/kinds.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';
import { Event } from '../events/refs.ts';
import { ChangeAct, type SeenChange, seenChanges } from './seen-changes.ts';
import { formerly } from '../public/former-names.ts';

const EventChange = builder.objectRef<SeenChange>('EventChange').implement({
  description: 'A change of one event.',
  fields: (t) => ({
    action: t.field({ ...formerly('act'), type: ChangeAct, description: 'What the change is to you.', resolve: ({ act }) => act }),
    databaseId: t.int({ description: 'Number of the event.', resolve: ({ change }) => change.id }),
    event: t.field({
      type: Event,
      nullable: true,
      description: 'The event as it is now; null when it disappeared.',
      resolve: ({ content }, _args, { load }) => content && load.calendar.event.load(content.id),
    }),
  }),
});

builder.subscriptionField('eventChanged', (t) =>
  t.field({
    type: EventChange,
    description:
      'Tells of every change of an event that you can read, or could until then, once it is committed. An error `events_lost` ends the stream when changes were missed: read again, then subscribe again.',
    args: { ids: t.arg.intList({ description: 'Only these events.' }) },
    ...everybody,
    subscribe: async (_root, { ids }, context) => {
      const wanted = ids ? new Set(ids) : null;
      return await seenChanges(context, ({ id, kind }) => kind === eventKind.name && (!wanted || wanted.has(id)));
    },
    resolve: (change) => change,
  }),
);
