import type { ContentPage } from '#app/content/content.list.ts';
import { attachment } from '#app/content/kinds.ts';
import { checkList } from '#app/content/list.access.ts';
import { readBound } from '#app/content/list.service.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { checkReadMedia } from '#app/media/media.access.ts';
import { listMedia } from '#app/media/media.list.ts';
import { ofKind } from '#app/content/content.access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { onePage, pageComplexity } from '../complexity.ts';
import { MediaItem } from '../content/content.ts';
import { PostOrder, SearchColumn, SearchSemantics, SortOrder } from '../content/enums.ts';

interface MediaWish {
  id: number;
  forEdit?: boolean | null | undefined;
}

builder.queryField('mediaItem', (t) =>
  t.field({
    type: MediaItem,
    description: 'One file of the library. What is attached to content is for those who may read that content.',
    args: {
      id: t.arg.int({ required: true, description: 'Its number.' }),
      forEdit: t.arg.boolean({ description: 'Refused unless you may edit it.' }),
    },
    ...guard(
      async ({ id, forEdit }: MediaWish, { viewer, load }) =>
        void (await checkReadMedia(viewer, await load.content.load(id), forEdit === true, (one) => load.content.load(one))),
    ),
    resolve: async (_root, { id }, { load }) => ofKind(attachment, await load.content.load(id)),
  }),
);

const MediaFamily = builder.enumType('MediaFamily', {
  description: 'Kinds of files.',
  values: {
    IMAGE: { value: 'image', description: 'Images.' },
    VIDEO: { value: 'video', description: 'Films.' },
    TEXT: { value: 'text', description: 'Texts; the library takes none.' },
    APPLICATION: { value: 'application', description: 'Documents.' },
    AUDIO: { value: 'audio', description: 'Sound.' },
  } as const,
});

const MediaFilter = builder.inputType('MediaFilter', {
  description: 'Which files a list holds; conditions are joined by "and".',
  fields: (t) => ({
    search: t.string({ description: 'Words that all occur in title, caption or description.' }),
    searchColumns: t.field({ type: [SearchColumn], description: 'Where to search; everywhere when absent.' }),
    searchSemantics: t.field({ type: SearchSemantics, description: 'EXACT: a term must be the whole of a column.' }),
    include: t.intList({ description: 'Only these.' }),
    exclude: t.intList({ description: 'Not these.' }),
    slugs: t.stringList({ description: 'Only with one of these slugs.' }),
    authorIds: t.intList({ description: 'Only uploaded by these.' }),
    excludeAuthorIds: t.intList({ description: 'Not uploaded by these.' }),
    attachedToIds: t.intList({ description: 'Only of these contents.' }),
    excludeAttachedToIds: t.intList({ description: 'Not of these contents.' }),
    families: t.field({ type: [MediaFamily], description: 'Only of these kinds.' }),
    mimeTypes: t.stringList({ description: 'Only of these types, such as `image/png`; in addition to `families` where both are given.' }),
    after: t.string({ description: "Uploaded later than this time of the site's clock (or with a zone)." }),
    before: t.string({ description: 'Uploaded earlier than this.' }),
    modifiedAfter: t.string({ description: 'Changed later than this.' }),
    modifiedBefore: t.string({ description: 'Changed earlier than this.' }),
  }),
});

const MediaPage = builder.objectRef<ContentPage>('MediaPage').implement({
  description: 'One page of a list of files.',
  fields: (t) => ({
    total: t.int({ description: 'Files of the whole list, those you may not see included.', resolve: (page) => page.total }),
    totalPages: t.int({ description: 'Pages of the whole list.', resolve: (page) => page.totalPages }),
    nodes: t.field({
      type: [MediaItem],
      complexity: onePage,
      description: 'The files of this page; those you may not see are left out.',
      resolve: (page) => page.nodes,
    }),
  }),
});

builder.queryField('mediaPage', (t) =>
  t.field({
    type: MediaPage,
    description: 'Files of the library, page by page.',
    args: {
      page: t.arg.int({ defaultValue: 1, description: 'Which page, from 1.' }),
      perPage: t.arg.int({ defaultValue: 10, description: 'Files of a page, 1 to 100.' }),
      offset: t.arg.int({ description: 'Leave out so many files; wins over `page`.' }),
      orderBy: t.arg({ type: PostOrder, defaultValue: 'date', description: 'What to order by.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'Direction of the order.' }),
      filter: t.arg({ type: MediaFilter, description: 'Which files.' }),
      forEdit: t.arg.boolean({ description: 'Only files you may edit.' }),
    },
    complexity: pageComplexity,
    ...guard((args: { forEdit?: boolean | null | undefined }, { viewer }) => checkList(viewer, attachment, { forEdit: args.forEdit })),
    resolve: async (_root, args, { site, viewer, load }) => {
      const filter = args.filter ?? {};
      const found = await listMedia(
        site,
        viewer,
        {
          page: Math.max(args.page ?? 1, 1),
          perPage: Math.min(Math.max(args.perPage ?? 10, 1), 100),
          offset: args.offset,
          orderBy: args.orderBy ?? 'date',
          order: args.order ?? 'desc',
          search: filter.search ?? undefined,
          searchColumns: filter.searchColumns ?? undefined,
          isExactSearch: filter.searchSemantics === 'exact',
          include: filter.include ?? undefined,
          exclude: filter.exclude ?? undefined,
          slugs: filter.slugs?.map(sanitizeSlug).filter((slug) => slug !== ''),
          authors: filter.authorIds ?? undefined,
          excludedAuthors: filter.excludeAuthorIds ?? undefined,
          parents: filter.attachedToIds ?? undefined,
          excludedParents: filter.excludeAttachedToIds ?? undefined,
          families: filter.families ?? undefined,
          mimeTypes: filter.mimeTypes ?? undefined,
          after: readBound(site, 'filter.after', filter.after),
          before: readBound(site, 'filter.before', filter.before),
          modifiedAfter: readBound(site, 'filter.modifiedAfter', filter.modifiedAfter),
          modifiedBefore: readBound(site, 'filter.modifiedBefore', filter.modifiedBefore),
        },
        args.forEdit ?? false,
        (id) => load.content.load(id),
      );
      for (const node of found.nodes) load.content.prime(node.id, node);
      return found;
    },
  }),
);
