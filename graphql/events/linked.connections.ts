import { type LinkedQuery, venueList } from '#app/domains/events/linked.list.ts';
import { type LinkedListOptions, buildReadableLinkedQuery } from '#app/domains/events/list.service.ts';
import { authorizeWith } from '../access.ts';
import { builder } from '../builder.ts';
import { type ConnectionArguments, connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createListConnection } from '../connections/connection.ts';
import { createOrderValues } from '../connections/filters.ts';
import { createConnectionType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { LinkedFilter } from './linked.ts';
import { type LinkedKind, organizers, venues } from './linked.kinds.ts';

const CalendarContentOrder = builder.enumType('CalendarContentOrder', {
  description: 'Sort key of a list of venues or organizers; ties are sorted by ID.',
  values: createOrderValues(venueList.orders),
});

interface ListArguments extends ConnectionArguments {
  filter?: LinkedListOptions | null | undefined;
  orderBy?: LinkedQuery['orderBy'];
  order?: LinkedQuery['order'];
}

function addConnection({ kind, name, type, list }: LinkedKind) {
  const buildQuery = ({ filter }: ListArguments, { site, viewer }: Context): Promise<LinkedQuery> =>
    buildReadableLinkedQuery(site, viewer, kind, filter ?? {});
  const ConnectionType = createConnectionType(name, type, `${kind.name}s`);
  builder.queryField(`${kind.name}s`, (t) =>
    t.field({
      type: ConnectionType,
      description: `${name}s that you may read. Only users who may write ${kind.name}s can request ${kind.name}s that are not published.`,
      args: {
        ...connectionArguments,
        filter: t.arg({ type: LinkedFilter, description: `Conditions for ${kind.name}s.` }),
        orderBy: t.arg({ type: CalendarContentOrder, defaultValue: 'title', description: 'The sort key.' }),
        order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
      },
      complexity: computeConnectionComplexity,
      ...authorizeWith(
        `Everyone; statuses other than \`publish\` need the right to edit ${kind.name}s.`,
        buildQuery,
        async (query, args, context) => {
          const ordering = { orderBy: args.orderBy ?? 'title', order: args.order ?? 'asc' } as const;
          return createListConnection(
            context,
            list.createKeyset({ ...query, ...ordering }),
            `${kind.name} ${ordering.orderBy} ${ordering.order}`,
            args,
          );
        },
      ),
    }),
  );
  return ConnectionType;
}

export const VenueConnection = addConnection(venues);
addConnection(organizers);
