import { attachment } from '#app/domains/content/kinds.ts';
import { checkMediaList, checkReadMedia, FILE_STATUS } from '#app/domains/media/media.access.ts';
import { listMedia } from '#app/domains/media/media.list.ts';
import { requireKind } from '#app/domains/content/content.access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import { MediaItem } from '../content/content.ts';
import { PostOrder } from '../content/enums.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { toSharedConditions } from '../content/shared-conditions.ts';
import { MediaFilter } from './media.filter.ts';
import { lookupArgument } from '../public/lookup.ts';
import { createSlugKey } from '../content/lookup-keys.ts';

interface MediaOptions {
  id: number;
  forEdit?: boolean | null | undefined;
}

const MediaPage = createPageType('Media', MediaItem, 'files', { isPrivate: true });

builder.queryFields((t) => ({
  mediaItem: t.field({
    type: MediaItem,
    description: 'One file of the library. A file that is attached to content is visible to users who may read that content.',
    args: {
      id: t.arg.int({ required: true, ...lookupArgument('MediaItem', 'ID in the database.', { slug: createSlugKey(attachment.name) }) }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEdit),
        description: 'Whether to read the file for editing; refused unless you may edit it.',
      }),
    },
    ...guard(
      async ({ id, forEdit }: MediaOptions, { viewer, load }) =>
        void (await checkReadMedia(viewer, await load.content.load(id), forEdit === true, (contentId) => load.content.load(contentId))),
    ),
    resolve: async (_root, { id }, { load }) => requireKind(attachment, await load.content.load(id)),
  }),
  mediaPage: t.field({
    type: MediaPage,
    description: 'Files of the library, page by page.',
    args: {
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; takes precedence over `page`.' }),
      orderBy: t.arg({ type: PostOrder, defaultValue: 'date', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'The sort direction.' }),
      filter: t.arg({ type: MediaFilter, description: 'Conditions for files.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEditOfLists), description: 'Only files that you may edit.' }),
      countsUnreadable: t.arg.boolean({
        ...legacyOnly(reasons.countsUnreadable),
        description: 'Whether totals include files that you may not see.',
      }),
    },
    complexity: pageComplexity,
    ...guard((args: { forEdit?: boolean | null | undefined; filter?: { statuses?: string[] | null } | null | undefined }, { viewer }) =>
      checkMediaList(viewer, { statuses: args.filter?.statuses, forEdit: args.forEdit }),
    ),
    resolve: async (_root, args, { site, viewer, load }) => {
      const statuses = args.filter?.statuses ?? [];
      if (statuses.length > 0 && !statuses.includes(FILE_STATUS)) return { total: 0, totalPages: 0, nodes: [] };
      const files = await listMedia(
        site,
        viewer,
        {
          ...selectPage(args),
          offset: args.offset,
          orderBy: args.orderBy ?? 'date',
          order: args.order ?? 'desc',
          ...toSharedConditions(site, args.filter ?? {}),
        },
        { forEdit: args.forEdit ?? false, countsUnreadable: args.countsUnreadable ?? false },
        (id) => load.content.load(id),
      );
      for (const node of files.nodes) load.content.prime(node.id, node);
      return files;
    },
  }),
}));
