import { buildAttendeeKeyset } from '#app/domains/tickets/attendee.keyset.ts';
import type { AttendeeFilter as AttendeeFilterValues } from '#app/domains/tickets/attendee.filter.ts';
import type { AttendeeOrder as AttendeeOrderName } from '#app/domains/tickets/attendee.list.ts';
import { type AttendeeView, viewAttendee } from '#app/domains/tickets/attendee.view.ts';
import type { Audience } from '#app/domains/tickets/audience.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { findReadColumns } from '../columns-read.ts';
import { connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createListConnection, createOwnedConnection, createEmptyConnection } from '../connections/connection.ts';
import { createConnectionType } from '../connections/types.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { type AttendeeListOptions, checkAttendeeFilter } from './attendee.queries.ts';
import { AttendeeFilter, parseAttendeeFilter, AttendeeOrder } from './filters.ts';
import { Attendee, Ticket } from './refs.ts';
import { loadAudience, credentialArguments } from './shared.ts';

const AttendeeConnection = createConnectionType('Attendee', Attendee, 'attendees');

interface Options {
  orderBy?: AttendeeOrderName | null | undefined;
  order?: 'asc' | 'desc' | null | undefined;
  filter?: AttendeeFilterValues;
  columns?: ReadonlySet<string> | null;
}

function createAttendeeList(audience: Audience, { orderBy, order, filter = {}, columns }: Options, ofTicket = false) {
  const list = buildAttendeeKeyset(audience, { orderBy: orderBy ?? 'id', order: order ?? 'asc', filter, columns }, { ofTicket });
  return { ...list, read: (row: never): AttendeeView => viewAttendee(list.read(row), audience) };
}

const ordering = builder.args((t) => ({
  orderBy: t.field({ type: AttendeeOrder, defaultValue: 'id', description: 'The sort key.' }),
  order: t.field({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
}));
const sortName = ({ orderBy, order }: Options) => `attendee ${orderBy ?? 'id'} ${order ?? 'asc'}`;

builder.queryField('attendees', (t) =>
  t.field({
    type: AttendeeConnection,
    description: 'Attendees that you may see. Managers of attendees see all attendees; others see public attendees.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: AttendeeFilter, description: 'Conditions for attendees.' }),
      ...ordering,
      ...credentialArguments,
    },
    complexity: computeConnectionComplexity,
    ...guard(({ filter }: AttendeeListOptions, context) => checkAttendeeFilter(context, filter ?? {})),
    resolve: async (_root, { filter, orderBy, order, apiKey, password, ...args }, context, info) => {
      const list = createAttendeeList(await loadAudience(context, { apiKey, password }), {
        orderBy,
        order,
        filter: parseAttendeeFilter(filter ?? {}),
        columns: findReadColumns(info),
      });
      return createListConnection(context, list, sortName({ orderBy, order }), args);
    },
  }),
);

builder.objectField(Ticket, 'attendees', (t) =>
  t.field({
    type: AttendeeConnection,
    description:
      'Attendees that you may see. Managers of attendees see all attendees; others see public attendees, if the post shows its attendees.',
    args: { ...connectionArguments, ...ordering },
    complexity: computeConnectionComplexity,
    resolve: ({ id, post, audience, isHidden }, { orderBy, order, ...args }, context) => {
      if (isHidden || (!audience.isManager && !post?.showsAttendees)) return createEmptyConnection<AttendeeView>();
      const list = createAttendeeList(audience, { orderBy, order }, true);
      const name = `attendees of ticket ${audience.isManager} ${audience.password}`;
      return createOwnedConnection(context, name, id, list, sortName({ orderBy, order }), args);
    },
  }),
);
