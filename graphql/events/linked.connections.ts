import { settleDueContent } from '#app/content/schedule.service.ts';
import type { LinkedConditions } from '#app/events/linked.conditions.ts';
import { type LinkedListWish, readableLinkedOf } from '#app/events/list.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, connectionComplexity } from '../connections/arguments.ts';
import { connect } from '../connections/connection.ts';
import { connectionType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../content/enums.ts';
import { LinkedFilter } from './linked.ts';
import { type LinkedKind, organizers, venues } from './linked.kinds.ts';

const CalendarContentOrder = builder.enumType('CalendarContentOrder', {
  description: 'What a list of venues or organizers is ordered by; equal ones follow their ids.',
  values: {
    DATE: { value: 'date', description: 'Publication date.' },
    MODIFIED: { value: 'modified', description: 'Last change.' },
    TITLE: { value: 'title', description: 'Name, without regard to case and accents.' },
  } as const,
});

interface ListArguments {
  filter?: LinkedListWish | null | undefined;
}

/** The guard and the resolver of one field share what was resolved. */
const selections = new WeakMap<object, Promise<LinkedConditions>>();

function addConnection({ kind, name, type, keyset }: LinkedKind): void {
  const selectionOf = (args: ListArguments, { site, viewer }: Context): Promise<LinkedConditions> => {
    let selection = selections.get(args);
    if (!selection) selections.set(args, (selection = readableLinkedOf(site, viewer, kind, args.filter ?? {})));
    return selection;
  };
  const ConnectionType = connectionType(name, type, `${kind.name}s`);
  builder.queryField(`${kind.name}s`, (t) =>
    t.field({
      type: ConnectionType,
      description: `${name}s. For everybody; statuses other than \`publish\` are for those who may write ${kind.name}s, and show what you may read.`,
      args: {
        ...connectionArguments,
        filter: t.arg({ type: LinkedFilter, description: `Which ${kind.name}s.` }),
        orderBy: t.arg({ type: CalendarContentOrder, defaultValue: 'title', description: 'What to order by.' }),
        order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'Direction of the order.' }),
      },
      complexity: connectionComplexity,
      ...guard(async (args: ListArguments, context) => void (await selectionOf(args, context))),
      resolve: async (_root, args, context) => {
        const selection = await selectionOf(args, context);
        await settleDueContent(context.site);
        const ordering = { orderBy: args.orderBy ?? 'title', order: args.order ?? 'asc' } as const;
        return connect(context, keyset({ ...selection, ...ordering }), `${kind.name} ${ordering.orderBy} ${ordering.order}`, args);
      },
    }),
  );
}

addConnection(venues);
addConnection(organizers);
