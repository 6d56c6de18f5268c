import { checkOrganizes, organizedEvent } from '#app/domains/organize/access.ts';
import { cancelEvent, type EventCancellation, previewCancellation } from '#app/domains/organize/cancel-event.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { Money } from '../money/money.ts';

const cancellation = (name: string, description: string) =>
  builder.objectRef<EventCancellation>(name).implement({
    description,
    fields: (t) => ({
      people: t.exposeInt('people', { description: 'Number of people whose tickets are cancelled. Those who are in already keep theirs.' }),
      refunds: t.field({
        type: [Money],
        description: 'What was paid for these tickets and goes back to the buyers, one amount for each currency.',
        resolve: ({ refunds }) => refunds,
      }),
    }),
  });
const Payload = cancellation('CancelEventPayload', 'What cancelling an event came to.');
const Preview = cancellation('EventCancellationPreview', 'What cancelling an event would come to. Nothing was cancelled.');

builder.queryField('eventCancellationPreview', (t) =>
  t.field({
    type: Preview,
    description: 'Shows what `cancelEvent` would come to; for users who may edit the event.',
    args: { id: t.arg.int({ required: true, description: 'Number of the event.' }) },
    ...guard(async ({ id }: { id: number }, { site, viewer }) => void (await organizedEvent(site, viewer, id))),
    resolve: (_root, { id }, { site, viewer }) => previewCancellation(site, viewer, id),
  }),
);

builder.mutationField('cancelEvent', (t) =>
  t.field({
    type: Payload,
    description:
      'Cancels an event: it stays visible as cancelled, sales and waiting lists end, and all tickets are cancelled. Buyers and holders are notified by mail. The payment provider refunds what was paid online; what was paid by hand is listed (`refundDue`). Call it again if it failed halfway. For users who may edit the event.',
    args: { id: t.arg.int({ required: true, description: 'Number of the event.' }) },
    ...guard((_args: { id: number }, { viewer }) => checkOrganizes(viewer)),
    resolve: async (_root, { id }, { site, viewer, load }) => {
      const cancelled = await cancelEvent(site, viewer, id);
      load.tickets.forgetTickets();
      return cancelled;
    },
  }),
);
