import { attachment } from '#app/domains/content/kinds.ts';
import { checkList } from '#app/domains/content/list.access.ts';
import { checkOrder } from '#app/domains/content/list.service.ts';
import { buildMediaKeyset } from '#app/domains/media/media.list.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createListConnection } from '../connections/connection.ts';
import { createConnectionType } from '../connections/types.ts';
import { MediaItem } from '../content/content.ts';
import { PostOrder } from '../content/enums.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { toSharedConditions } from '../content/shared-conditions.ts';
import { MediaFilter } from './media.filter.ts';

const MediaItemConnection = createConnectionType('MediaItem', MediaItem, 'files of the library');

builder.queryField('media', (t) =>
  t.field({
    type: MediaItemConnection,
    description: 'Files of the library. A file that is attached to content is visible to users who may read that content.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: MediaFilter, description: 'Conditions for files.' }),
      orderBy: t.arg({ type: PostOrder, defaultValue: 'date', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'The sort direction.' }),
    },
    complexity: computeConnectionComplexity,
    ...guard((_args: object, { viewer }) => checkList(viewer, attachment, {})),
    resolve: async (_root, { filter, orderBy, order, ...args }, context) => {
      const { site, viewer } = context;
      const query = { ...toSharedConditions(site, filter ?? {}), orderBy: orderBy ?? 'date', order: order ?? 'desc' };
      checkOrder(query);
      return createListConnection(context, buildMediaKeyset(viewer, query), `media ${query.orderBy} ${query.order}`, args);
    },
  }),
);
