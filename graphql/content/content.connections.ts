import { contentFilters, contentList, type ContentQuery } from '#app/domains/content/content.list.ts';
import { limitSearchToReadable } from '#app/domains/content/limit-search.ts';
import { canEdit } from '#app/domains/content/content.permissions.ts';
import { page as pageKind, post as postKind } from '#app/domains/content/kinds.ts';
import { checkList, getReadableStatuses, expandStatuses, normalizeStatuses } from '#app/domains/content/list.access.ts';
import { checkOrder } from '#app/domains/content/list.service.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { revisionKeyset } from '#app/domains/content/revisions.service.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { type ConnectionArguments, connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { type Connection, createListConnection, createOwnedConnection } from '../connections/connection.ts';
import { createFilterFields } from '../connections/filters.ts';
import { createConnectionType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { Term } from '../terms/term.ts';
import { User } from '../users/user.ts';
import { Content } from './content.ts';
import { PageOrder, PostOrder } from './enums.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { toPostQuery, PostFilter } from './post.filter.ts';
import { Page, Post } from './post.ts';
import { Revision } from './revision.ts';
import { loadWholeContent } from './whole-content.ts';
import { filterableStatuses } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const PostConnection = createConnectionType('Post', Post, 'posts');
const PageConnection = createConnectionType('Page', Page, 'pages');
const ContentConnection = createConnectionType('Content', Content, 'content items', loadWholeContent);
const RevisionConnection = createConnectionType('Revision', Revision, 'revisions');

/** Returns a connection of content that the viewer may read. */
async function connectContent(context: Context, query: ContentQuery, args: ConnectionArguments): Promise<Connection<ContentRecord>> {
  const { viewer } = context;
  checkOrder(query);
  const readableQuery = { ...limitSearchToReadable(viewer, query), ...getReadableStatuses(viewer, query.kind, query.statuses) };
  return createListConnection(context, contentList.createKeyset(readableQuery), `${query.kind} ${query.orderBy} ${query.order}`, args);
}

/** Returns a connection of the published content that belongs to a parent, author or term. */
async function connectPublished(
  context: Context,
  owner: 'parent' | 'author' | 'term',
  id: number,
  query: Pick<ContentQuery, 'kind' | 'orderBy' | 'order'>,
  args: ConnectionArguments,
): Promise<Connection<ContentRecord>> {
  const list = contentList.createKeyset({ ...query, statuses: ['publish'] }, owner);
  return createOwnedConnection(context, `${query.kind} by ${owner}`, id, list, `${query.kind} ${query.orderBy} ${query.order}`, args);
}

const { include, exclude, slugs, authorIds } = contentFilters;

const PageFilter = builder.inputType('PageFilter', {
  description: 'Conditions for pages; all of them have to match.',
  fields: (t) => ({
    search: t.string({
      description:
        'Search words. Only content with all of them is returned. A phrase in quotation marks counts as one word; a word after `-` must not occur.',
    }),
    statuses: t.stringList({
      ...oneOf(
        filterableStatuses,
        'Only pages with one of these statuses; published pages by default. Other statuses are for users who may edit pages.',
        {
          old: 'Only pages with one of these statuses, or `any`; `publish` by default. Other statuses are for users who may edit pages.',
        },
      ),
    }),
    ...createFilterFields(t, { include, exclude, slugs, authorIds, parentIds: contentList.filters.parentIds }),
  }),
});

function toContentQuery(filter: typeof PageFilter.$inferInput): ContentQuery {
  return {
    ...filter,
    kind: pageKind.name,
    statuses: expandStatuses(normalizeStatuses(filter.statuses)),
    slugs: filter.slugs?.map(sanitizeSlug).filter((slug) => slug !== ''),
  };
}

builder.queryFields((t) => ({
  posts: t.field({
    type: PostConnection,
    description: 'Posts that you may read. Statuses other than `publish` are for users who may edit posts.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: PostFilter, description: 'Conditions for posts.' }),
      orderBy: t.arg({ type: PostOrder, defaultValue: 'date', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'The sort direction.' }),
    },
    complexity: computeConnectionComplexity,
    ...guard(({ filter }: { filter?: { statuses?: readonly string[] | null | undefined } | null | undefined }, { viewer }) =>
      checkList(viewer, postKind, { statuses: filter?.statuses }),
    ),
    resolve: (_root, { filter, orderBy, order, ...args }, context) =>
      connectContent(
        context,
        { kind: postKind.name, orderBy: orderBy ?? 'date', order: order ?? 'desc', ...toPostQuery(context.site, filter ?? {}) },
        args,
      ),
  }),
  pages: t.field({
    type: PageConnection,
    description: 'Pages that you may read. Statuses other than `publish` are for users who may edit pages.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: PageFilter, description: 'Conditions for pages.' }),
      orderBy: t.arg({ type: PageOrder, defaultValue: 'title', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
    },
    complexity: computeConnectionComplexity,
    ...guard(({ filter }: { filter?: { statuses?: readonly string[] | null | undefined } | null | undefined }, { viewer }) =>
      checkList(viewer, pageKind, { statuses: filter?.statuses }),
    ),
    resolve: (_root, { filter, orderBy, order, ...args }, context) =>
      connectContent(context, { ...toContentQuery(filter ?? {}), orderBy: orderBy ?? 'title', order: order ?? 'asc' }, args),
  }),
}));

builder.interfaceField(Content, 'children', (t) =>
  t.field({
    type: ContentConnection,
    description: 'Published children of the same type, in their manual order.',
    args: connectionArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id, kind }, args, context) => connectPublished(context, 'parent', id, { kind, orderBy: 'menu_order', order: 'asc' }, args),
  }),
);

builder.interfaceField(Content, 'revisions', (t) =>
  t.field({
    type: RevisionConnection,
    nullable: true,
    description: 'Earlier versions, newest first; null unless you may edit the content.',
    args: connectionArguments,
    complexity: computeConnectionComplexity,
    resolve: (content, args, context) =>
      canEdit(context.viewer, content) ? createOwnedConnection(context, 'revisions', content.id, revisionKeyset, 'revision', args) : null,
  }),
);

builder.objectField(Term, 'posts', (t) =>
  t.field({
    type: PostConnection,
    description: 'Published posts with the term, newest first by default.',
    args: {
      ...connectionArguments,
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'Sort direction of the dates.' }),
    },
    complexity: computeConnectionComplexity,
    resolve: ({ id }, { order, ...args }, context) =>
      connectPublished(context, 'term', id, { kind: postKind.name, orderBy: 'date', order: order ?? 'desc' }, args),
  }),
);

builder.objectField(User, 'posts', (t) =>
  t.field({
    type: PostConnection,
    description: 'Published posts of this author, newest first by default.',
    args: {
      ...connectionArguments,
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'Sort direction of the dates.' }),
    },
    complexity: computeConnectionComplexity,
    resolve: ({ id }, { order, ...args }, context) =>
      connectPublished(context, 'author', id, { kind: postKind.name, orderBy: 'date', order: order ?? 'desc' }, args),
  }),
);
