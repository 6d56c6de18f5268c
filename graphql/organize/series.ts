import { canRead } from '#app/domains/content/content.permissions.ts';
import { checkAuthorship } from '#app/domains/events/access.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { EventInput } from '#app/domains/events/inputs.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { getOrganizedEvent } from '#app/domains/organize/access.ts';
import { MAX_OCCURRENCES } from '#app/domains/organize/series/recurrence.rules.ts';
import { checkMayExtend, extendSeries } from '#app/domains/organize/series/extend.service.ts';
import { checkMayRepeat, repeatEvent } from '#app/domains/organize/series/repeat.service.ts';
import { listEventsInScope, type SeriesScope, updateSeries } from '#app/domains/organize/series/series.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { EventChanges } from '../events/inputs.ts';
import { Event } from '../events/refs.ts';
import { nulls } from '../public/nulls.ts';
import { checkSaleWindow, toTicketInput, TicketFields } from '../tickets/ticket.mutations.ts';
import { eventArgument } from './event-access.ts';
import { EventSeriesScope } from './series-scope.ts';

const EventSeries = builder.prismaObject('EventSeries', {
  description: 'A series of events that follows a recurrence rule. Each event has its own tickets.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the series.' }),
    rule: t.exposeString('rule', { description: 'Recurrence rule (RFC 5545, RRULE) of the series.' }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the series was created.' }),
  }),
});

/** Returns the ID of an event, which is the ID of its content. */
const getEventId = (event: object): number => (event as EventRecord).id;

builder.prismaObjectFields(Event, (t) => ({
  series: t.prismaField({
    type: EventSeries,
    nullable: true,
    description: 'Series that the event belongs to; null for a single event.',
    resolve: async (query, event, _args, { site }) =>
      (await site.db.prisma.event.findUnique({ where: { contentId: getEventId(event) }, select: { series: query } }))?.series ?? null,
  }),
  eventsInSeries: t.field({
    type: [Event],
    complexity: MAX_OCCURRENCES,
    description: `Events of the same series that you may read, including this event, sorted by date; at most ${MAX_OCCURRENCES}. Empty for a single event.`,
    resolve: async (parent, _args, { viewer, load }) => {
      const events = await load.calendar.event.loadMany(await load.calendar.seriesEventIds.load(getEventId(parent)));
      return events.filter((event): event is EventRecord => event !== null && !(event instanceof Error) && canRead(viewer, event));
    },
  }),
}));

const EventSeriesTicketInput = builder.inputType('EventSeriesTicketInput', {
  ...nulls({ handledByResolver: ['id'] }),
  description:
    'A ticket of the edited event. In the other events that `scope` includes, the ticket with the same name is changed in the same way. A new ticket is added to all of these events.',
  fields: (t) => ({
    id: t.int({ description: 'ID of the ticket; absent or null for a new ticket.' }),
    isRegistration: t.boolean({ description: 'Whether a new ticket is a registration (RSVP); false by default.' }),
    ticket: t.field({ type: TicketFields, required: true, description: 'The fields of the ticket; absent fields keep their values.' }),
  }),
});

type TicketInput = typeof EventSeriesTicketInput.$inferInput;

const codesArgument = builder.args((t) => ({
  copiesDiscountCodes: t.boolean({ description: 'Whether to copy the discount codes to the new events; false by default.' }),
}));

/** Reads the event again after a mutation changed its series. */
async function reloadEvent({ site, viewer, load }: Context, eventId: number) {
  load.tickets.clearTickets();
  const event = await getOrganizedEvent(site, viewer, eventId);
  load.calendar.updateCachedCalendarContent(event.kind, eventId, event);
  load.updateCachedContent(eventId, event);
  return { ...event, unlocked: true };
}

interface SeriesArguments {
  eventId: number;
  scope: SeriesScope;
  changes?: EventInput | null | undefined;
  tickets?: readonly TicketInput[] | null | undefined;
}

builder.mutationFields((t) => ({
  repeatEvent: t.field({
    type: Event,
    description:
      'Makes an event the first one of a series, and adds an event for each further date of the rule. Tickets and questions are copied. Error codes: `event_in_series`, `event_is_cancelled`. For users who may edit the event and create events.',
    args: {
      ...eventArgument,
      rule: t.arg.string({
        required: true,
        description: `Recurrence rule (RFC 5545) such as \`FREQ=WEEKLY;BYDAY=TU;UNTIL=20270629\`: DAILY, WEEKLY, MONTHLY or YEARLY, with COUNT or UNTIL, at most ${MAX_OCCURRENCES} events.`,
      }),
      ...codesArgument,
    },
    ...guard(({ eventId }: { eventId: number }, { site, viewer }: Context) => checkMayRepeat(site, viewer, eventId)),
    resolve: async (_root, { eventId, rule, copiesDiscountCodes }, context) => {
      await repeatEvent(context.site, context.viewer, eventId, rule, { copiesCodes: copiesDiscountCodes === true });
      return await reloadEvent(context, eventId);
    },
  }),
  extendEventSeries: t.field({
    type: Event,
    description: `Adds further events to a series: the next dates of its rule after the last event, each as a copy of the last event. A series has at most ${MAX_OCCURRENCES} events. Error code \`event_not_in_series\`. For users who may edit all of its events and create events.`,
    args: {
      ...eventArgument,
      until: t.arg.string({ required: true, description: 'Last day on which an event may start, such as `2027-12-31`.' }),
      ...codesArgument,
    },
    ...guard(({ eventId }: { eventId: number }, { site, viewer }: Context) => checkMayExtend(site, viewer, eventId)),
    resolve: async (_root, { eventId, until, copiesDiscountCodes }, context) => {
      await extendSeries(context.site, context.viewer, eventId, { until, copiesCodes: copiesDiscountCodes === true });
      return await reloadEvent(context, eventId);
    },
  }),
  updateEventSeries: t.field({
    type: Event,
    description:
      'Changes an event of a series, and the other events that `scope` includes. Only the given fields change, in all events in one transaction. If the event moves, the other events move by the same number of days, to the same time of day. For users who may edit all of these events.',
    args: {
      ...eventArgument,
      scope: t.arg({ type: EventSeriesScope, required: true, description: 'Which events of the series are changed.' }),
      changes: t.arg({ type: EventChanges, description: 'The fields of the events to change.' }),
      tickets: t.arg({ type: [EventSeriesTicketInput], description: 'The tickets of the event to change or add.' }),
    },
    ...guard(async ({ eventId, scope, changes, tickets }: SeriesArguments, { site, viewer }: Context) => {
      tickets?.forEach(({ ticket }, index) => checkSaleWindow(`tickets.${index}.ticket`, ticket));
      await listEventsInScope(site, viewer, eventId, scope ?? 'one');
      if (changes) checkAuthorship(viewer, eventKind, changes);
    }),
    resolve: async (_root, { eventId, scope, changes, tickets }, context) => {
      const ticketChanges = (tickets ?? []).map(({ id, isRegistration, ticket }) => ({
        id: id ?? null,
        provider: isRegistration ? ('rsvp' as const) : ('tc' as const),
        changes: toTicketInput(ticket),
        stock: () => undefined,
      }));
      const seriesChanges = { event: (changes ?? {}) as EventInput, tickets: ticketChanges };
      await updateSeries(context.site, context.viewer, eventId, scope, seriesChanges, { argument: 'changes' });
      return await reloadEvent(context, eventId);
    },
  }),
}));
