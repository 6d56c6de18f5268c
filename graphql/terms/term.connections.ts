import { childTerms, termList } from '#app/domains/content/terms/term.list.ts';
import { eventCategory } from '#app/domains/content/terms/taxonomies.ts';
import type { TermRecord } from '#app/domains/content/terms/term.record.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { type ConnectionArguments, connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { type Connection, createListConnection, createOwnedConnection } from '../connections/connection.ts';
import { createConnectionType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { Taxonomy, TermOrder } from './enums.ts';
import { checkPostFilter, toTermQuery, TermPageFilter } from './term.queries.ts';
import { loadTermColumns, Term } from './term.ts';

const TermConnection = createConnectionType('Term', Term, 'terms');

interface ListArguments extends ConnectionArguments {
  filter?: typeof TermPageFilter.$inferInput | null | undefined;
  orderBy?: typeof TermOrder.$inferType | null | undefined;
  order?: typeof SortOrder.$inferType | null | undefined;
}

function connectTerms(context: Context, taxonomy: string, { filter, orderBy, order, ...args }: ListArguments): Connection<TermRecord> {
  const ordering = { orderBy: orderBy ?? 'name', order: order ?? 'asc' } as const;
  const list = termList.createKeyset({ ...toTermQuery(taxonomy, filter), ...ordering });
  return createListConnection(context, list, `term ${ordering.orderBy} ${ordering.order}`, args);
}

builder.queryFields((t) => ({
  terms: t.field({
    type: TermConnection,
    description: 'Terms of one taxonomy.',
    args: {
      taxonomy: t.arg({ type: Taxonomy, required: true, description: 'Taxonomy of the terms.' }),
      ...connectionArguments,
      filter: t.arg({ type: TermPageFilter, description: 'Conditions for terms.' }),
      orderBy: t.arg({ type: TermOrder, defaultValue: 'name', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
    },
    complexity: computeConnectionComplexity,
    ...guard(checkPostFilter),
    resolve: (_root, { taxonomy, ...args }, context) => connectTerms(context, taxonomy, args),
  }),
  eventCategories: t.field({
    type: TermConnection,
    description: 'Categories of events.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: TermPageFilter, description: 'Conditions for categories.' }),
      orderBy: t.arg({ type: TermOrder, defaultValue: 'name', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
    },
    complexity: computeConnectionComplexity,
    ...guard(({ filter }: Pick<Parameters<typeof checkPostFilter>[0], 'filter'>, context) =>
      checkPostFilter({ taxonomy: eventCategory.name, filter }, context),
    ),
    resolve: (_root, args, context) => connectTerms(context, eventCategory.name, args),
  }),
}));

builder.objectField(Term, 'children', (t) =>
  t.field({
    type: TermConnection,
    description: 'Direct child terms, sorted by name.',
    args: connectionArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id }, args, context) => createOwnedConnection(context, 'terms below', id, childTerms, 'term below', args),
  }),
);

builder.objectField(Term, 'parent', (t) =>
  t.field({
    type: Term,
    nullable: true,
    description: 'The parent of the term; null if it has none.',
    resolve: async (term, _args, context) => {
      const { parentId } = await loadTermColumns(term, context);
      return parentId === null ? null : await context.load.loadTerm(parentId);
    },
  }),
);
