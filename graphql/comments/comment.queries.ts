import { checkListComments, checkReadComment, moderates, unknownComment } from '#app/comments/comment.access.ts';
import { type CommentPage as Page, listComments } from '#app/comments/comment.list.ts';
import type { CommentRecord } from '#app/comments/comment.record.ts';
import { readBound } from '#app/content/list.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { onePage, pageComplexity } from '../complexity.ts';
import { SortOrder } from '../content/enums.ts';
import type { Context } from '../context.ts';
import { Comment } from './comment.ts';
import { commentLoaders } from './loaders.ts';

const finder =
  ({ load }: Context) =>
  (id: number) =>
    load.content.load(id);

async function found(id: number, context: Context): Promise<CommentRecord> {
  const comment = await commentLoaders(context).comment.load(id);
  if (!comment) throw unknownComment();
  return comment;
}

interface CommentWish {
  id: number;
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
}

builder.queryField('comment', (t) =>
  t.field({
    type: Comment,
    description: 'One comment. Approved ones are for everybody who may read what they are about, others for moderators and who wrote them.',
    args: {
      id: t.arg.int({ required: true, description: 'Its number.' }),
      password: t.arg.string({ description: 'Opens what it is about, where that is protected.' }),
      forEdit: t.arg.boolean({ description: 'Refused unless you moderate comments.' }),
    },
    ...guard(async (args: CommentWish, context) => checkReadComment(context.viewer, await found(args.id, context), args, finder(context))),
    resolve: (_root, { id }, context) => found(id, context),
  }),
);

const CommentOrder = builder.enumType('CommentOrder', {
  description: 'What a list of comments is ordered by.',
  values: {
    DATE: { value: 'date', description: 'When they were written.' },
    DATE_GMT: { value: 'date_utc', description: 'The same.' },
    ID: { value: 'id', description: 'Number.' },
    INCLUDE: { value: 'include', description: 'The order of `filter.include`.' },
    POST: { value: 'content', description: 'What they are about.' },
    PARENT: { value: 'parent', description: 'What they answer.' },
    TYPE: { value: 'type', description: 'As DATE: there is one type.' },
  } as const,
});

const CommentFilter = builder.inputType('CommentFilter', {
  description: 'Which comments a list holds; conditions are joined by "and".',
  fields: (t) => ({
    contentIds: t.intList({ description: 'Only about these.' }),
    statuses: t.stringList({
      description: '`approve` when absent; `hold`, `spam`, `trash` or `all` (approved and waiting) for those who may edit posts.',
    }),
    types: t.stringList({ description: '`comment`; no other type exists.' }),
    parentIds: t.intList({ description: 'Only answers to these; 0 = to none.' }),
    excludeParentIds: t.intList({ description: 'No answers to these.' }),
    include: t.intList({ description: 'Only these.' }),
    exclude: t.intList({ description: 'Not these.' }),
    authorIds: t.intList({ description: 'Only by these users; for those who may edit posts.' }),
    excludeAuthorIds: t.intList({ description: 'Not by these users; for those who may edit posts.' }),
    authorEmail: t.string({ description: 'Only by this address; for those who may edit posts.' }),
    search: t.string({ description: 'Part of the text or the name; moderators search addresses too.' }),
    after: t.string({ description: "Written later than this time of the site's clock (or with a zone)." }),
    before: t.string({ description: 'Written earlier than this.' }),
    password: t.string({ description: 'Opens what they are about, where that is protected.' }),
  }),
});

type GivenFilter = typeof CommentFilter.$inferInput;

const statusWords = new Map<string, readonly string[]>([
  ['approve', ['approved']],
  ['approved', ['approved']],
  ['1', ['approved']],
  ['hold', ['hold']],
  ['0', ['hold']],
  ['spam', ['spam']],
  ['trash', ['trash']],
  ['all', ['approved', 'hold']],
  ['any', ['approved', 'hold']],
]);

/** Unknown words find nothing, as no comment has such a status. */
function storedStatuses(filter: GivenFilter): string[] {
  const words = filter.statuses?.length ? filter.statuses : ['approve'];
  return [...new Set(words.flatMap((word) => statusWords.get(word.toLowerCase()) ?? [word]))];
}

/** What of a filter is for those who write, by the names that the REST interface gives them. */
function guardedNames(filter: GivenFilter): string[] {
  return [
    ...(filter.authorIds?.length ? ['author'] : []),
    ...(filter.excludeAuthorIds?.length ? ['author_exclude'] : []),
    ...(filter.authorEmail ? ['author_email'] : []),
    ...(filter.types?.some((type) => type !== 'comment') ? ['type'] : []),
    ...(storedStatuses(filter).some((status) => status !== 'approved') ? ['status'] : []),
  ];
}

const CommentPage = builder.objectRef<Page>('CommentPage').implement({
  description: 'One page of a list of comments.',
  fields: (t) => ({
    total: t.int({ description: 'Comments of the whole list, those you may not read included.', resolve: (page) => page.total }),
    totalPages: t.int({ description: 'Pages of the whole list.', resolve: (page) => page.totalPages }),
    nodes: t.field({
      type: [Comment],
      complexity: onePage,
      description: 'The comments of this page; those you may not read are left out.',
      resolve: (page) => page.nodes,
    }),
  }),
});

interface ListWish {
  filter?: GivenFilter | null | undefined;
  forEdit?: boolean | null | undefined;
}

builder.queryField('commentPage', (t) =>
  t.field({
    type: CommentPage,
    description: 'Comments, page by page.',
    args: {
      page: t.arg.int({ defaultValue: 1, description: 'Which page, from 1.' }),
      perPage: t.arg.int({ defaultValue: 10, description: 'Comments of a page, 1 to 100.' }),
      offset: t.arg.int({ description: 'Leave out so many comments; wins over `page`.' }),
      orderBy: t.arg({ type: CommentOrder, defaultValue: 'date', description: 'What to order by.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'Direction of the order.' }),
      filter: t.arg({ type: CommentFilter, description: 'Which comments.' }),
      forEdit: t.arg.boolean({ description: 'Refused unless you moderate comments.' }),
    },
    complexity: pageComplexity,
    ...guard(({ filter, forEdit }: ListWish, context) =>
      checkListComments(
        context.viewer,
        {
          contentIds: filter?.contentIds,
          password: filter?.password,
          forEdit,
          guarded: guardedNames(filter ?? {}),
        },
        finder(context),
      ),
    ),
    resolve: async (_root, args, context) => {
      const { site, viewer } = context;
      const filter = args.filter ?? {};
      const isOfNoType = filter.types?.length && !filter.types.some((type) => type === 'comment' || type === 'all' || type === '');
      const page = await listComments(
        site,
        viewer,
        {
          page: Math.max(args.page ?? 1, 1),
          perPage: Math.min(Math.max(args.perPage ?? 10, 1), 100),
          offset: args.offset,
          orderBy: args.orderBy ?? 'date',
          order: args.order ?? 'desc',
          statuses: isOfNoType ? [] : storedStatuses(filter),
          contentIds: filter.contentIds ?? undefined,
          parents: filter.parentIds ?? undefined,
          excludedParents: filter.excludeParentIds ?? undefined,
          include: filter.include ?? undefined,
          exclude: filter.exclude ?? undefined,
          users: filter.authorIds ?? undefined,
          excludedUsers: filter.excludeAuthorIds ?? undefined,
          authorEmail: filter.authorEmail ?? undefined,
          search: filter.search ?? undefined,
          searchesAddresses: moderates(viewer),
          after: readBound(site, 'filter.after', filter.after),
          before: readBound(site, 'filter.before', filter.before),
        },
        filter.password,
        finder(context),
      );
      const loaders = commentLoaders(context);
      for (const node of page.nodes) loaders.comment.prime(node.id, node);
      return page;
    },
  }),
);
