import { eventList } from '#app/domains/events/event.list.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import { type EventListOptions, buildReadableEventsQuery, checkWindow } from '#app/domains/events/list.service.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { authorizeWith } from '../access.ts';
import { builder } from '../builder.ts';
import { type ConnectionArguments, connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { type Connection, createListConnection, createOwnedConnection } from '../connections/connection.ts';
import { createConnectionType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { Term } from '../terms/term.ts';
import { EventFilter, EventOrder, TimeWindow } from './event.filter.ts';
import { Event, Organizer, Venue } from './refs.ts';

const EventConnection = createConnectionType('Event', Event, 'events');

interface ListArguments extends Pick<EventListOptions, 'orderBy' | 'order'> {
  filter?: EventListOptions | null | undefined;
}

type ReadableEventsQuery = ReturnType<typeof buildReadableEventsQuery>;

const buildQuery = ({ filter, orderBy, order }: ListArguments, { site, viewer }: Context): ReadableEventsQuery =>
  buildReadableEventsQuery(site, viewer, { ...filter, orderBy, order });

builder.queryField('events', (t) =>
  t.field({
    type: EventConnection,
    description:
      'Events that you may read, sorted by start by default. Only users who may write events can request events that are not published.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: EventFilter, description: 'Conditions for events.' }),
      orderBy: t.arg({ type: EventOrder, defaultValue: 'start', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
    },
    complexity: computeConnectionComplexity,
    ...authorizeWith(
      'Everyone; statuses other than `publish` need the right to edit events.',
      buildQuery,
      async (query, args: ListArguments & ConnectionArguments, context) => {
        const from = query.near ? ` from ${query.near.latitude} ${query.near.longitude}` : '';
        return createListConnection(context, eventList.createKeyset(query), `event ${query.orderBy}${from} ${query.order}`, args);
      },
    ),
  }),
);

type OwnedArguments = ConnectionArguments & { overlaps?: EventListOptions['overlaps']; order?: 'asc' | 'desc' | null | undefined };

async function connectPublished(
  context: Context,
  owner: 'venue' | 'organizer' | 'term',
  id: number,
  { overlaps: window, order, ...args }: OwnedArguments,
): Promise<Connection<EventRecord>> {
  const overlaps = checkWindow(window, 'overlaps');
  const direction = order ?? 'asc';
  const list = eventList.createKeyset(
    { statuses: ['publish'], bounds: {}, overlaps, includesHidden: false, orderBy: 'start', order: direction },
    owner,
  );
  const name = `${eventKind.name} of ${owner} ${JSON.stringify(overlaps ?? {})}`;
  return createOwnedConnection(context, name, id, list, `event start ${direction}`, args);
}

const ownedArguments = builder.args((t) => ({
  ...connectionArguments,
  overlaps: t.field({ type: TimeWindow, description: 'Only events that take place at some time in this window.' }),
  order: t.field({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
}));

builder.objectField(Venue, 'events', (t) =>
  t.field({
    type: EventConnection,
    description: 'Published events at this venue, sorted by start, without events that are hidden from listings.',
    args: ownedArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id }, args, context) => connectPublished(context, 'venue', id, args),
  }),
);

builder.objectField(Organizer, 'events', (t) =>
  t.field({
    type: EventConnection,
    description: 'Published events of this organizer, sorted by start, without events that are hidden from listings.',
    args: ownedArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id }, args, context) => connectPublished(context, 'organizer', id, args),
  }),
);

builder.objectField(Term, 'events', (t) =>
  t.field({
    type: EventConnection,
    description:
      'Published events with this term, sorted by start, without events that are hidden from listings. To include events with descendants of the term, use `events(filter: { categories })`.',
    args: ownedArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id }, args, context) => connectPublished(context, 'term', id, args),
  }),
);
