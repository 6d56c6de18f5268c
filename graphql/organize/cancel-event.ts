import { checkIsOrganizer } from '#app/domains/organize/access.ts';
import { cancelSeriesEvents, previewSeriesCancellation, type SeriesCancellation } from '#app/domains/organize/series/cancel.service.ts';
import type { SeriesScope } from '#app/domains/organize/series/series.service.ts';
import { listEventsInScope } from '#app/domains/organize/series/series.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { Money } from '../money/money.ts';
import { EventSeriesScope } from './series-scope.ts';

const createCancellationType = (name: string, description: string) =>
  builder.objectRef<SeriesCancellation>(name).implement({
    description,
    fields: (t) => ({
      eventCount: t.int({ description: 'Number of cancelled events.', resolve: ({ eventIds }) => eventIds.length }),
      people: t.exposeInt('people', {
        description: 'Number of people whose tickets are cancelled. Tickets of attendees who are checked in stay valid.',
      }),
      refunds: t.expose('refunds', { type: [Money], description: 'Amounts that are refunded to the buyers, one for each currency.' }),
    }),
  });
const Payload = createCancellationType('CancelEventPayload', 'Effects of cancelling an event.');
const Preview = createCancellationType('EventCancellationPreview', 'Effects of cancelling an event, without cancelling it.');

interface CancelArguments {
  id: number;
  scope?: SeriesScope | null | undefined;
}
const cancelArguments = builder.args((t) => ({
  id: t.int({ required: true, description: 'ID of the event.' }),
  scope: t.field({
    type: EventSeriesScope,
    description:
      'Which events of the series are cancelled; `ONE` by default. Other events of the series are only cancelled if they have not ended.',
  }),
}));

builder.queryField('eventCancellationPreview', (t) =>
  t.field({
    type: Preview,
    description: 'Shows the effects that `cancelEvent` would have; for users who may edit the event.',
    args: cancelArguments,
    ...guard(async ({ id, scope }: CancelArguments, { site, viewer }) => void (await listEventsInScope(site, viewer, id, scope ?? 'one'))),
    resolve: (_root, { id, scope }, { site, viewer }) => previewSeriesCancellation(site, viewer, id, scope ?? 'one'),
  }),
);

builder.mutationField('cancelEvent', (t) =>
  t.field({
    type: Payload,
    description:
      'Cancels an event: it stays visible as cancelled, sales and waiting lists end, and all tickets are cancelled. Buyers and ticket holders are notified by mail. Online payments are refunded. Manual refunds are due: see `refundDue` of the orders. With `scope`, other events of the series are cancelled, too. If the mutation fails halfway, call it again. For users who may edit these events.',
    args: cancelArguments,
    ...guard((_args: CancelArguments, { viewer }) => checkIsOrganizer(viewer)),
    resolve: async (_root, { id, scope }, { site, viewer, load }) => {
      const cancelled = await cancelSeriesEvents(site, viewer, id, scope ?? 'one');
      load.tickets.clearTickets();
      return cancelled;
    },
  }),
);
