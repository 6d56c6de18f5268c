import { checkReadComment, getPassword } from '#app/domains/comments/comment.access.ts';
import { listComments } from '#app/domains/comments/comment.list.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { createContentFinder } from '../content/content-finder.ts';
import { Comment } from './comment.ts';
import { checkCommentFilter, CommentFilter, type CommentListOptions, CommentOrder, toCommentQuery } from './comment.filter.ts';
import { getCommentLoaders, requireComment } from './loaders.ts';
import { lookupArgument } from '../public/lookup.ts';

interface CommentOptions {
  id: number;
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
}

const CommentPage = createPageType('Comment', Comment, 'comments', { isPrivate: true });

builder.queryFields((t) => ({
  comment: t.field({
    type: Comment,
    description:
      'One comment. Everyone who may read the content may read its approved comments; other comments are for their authors and moderators.',
    args: {
      id: t.arg.int({ required: true, ...lookupArgument('Comment', 'ID in the database.') }),
      password: t.arg.string({ description: 'Password of the content item; required if it has one.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: 'Refused unless you moderate comments.' }),
    },
    ...guard(async (args: CommentOptions, context) =>
      checkReadComment(context.viewer, await requireComment(args.id, context), args, createContentFinder(context)),
    ),
    resolve: (_root, { id }, context) => requireComment(id, context),
  }),
  commentPage: t.field({
    type: CommentPage,
    description: 'Comments, page by page.',
    args: {
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; takes precedence over `page`.' }),
      orderBy: t.arg({ type: CommentOrder, defaultValue: 'date', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'The sort direction.' }),
      filter: t.arg({ type: CommentFilter, description: 'Conditions for comments.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEditOfLists), description: 'Refused unless you moderate comments.' }),
      countsUnreadable: t.arg.boolean({
        ...legacyOnly(reasons.countsUnreadable),
        description: 'Whether totals include comments that you may not read.',
      }),
    },
    complexity: pageComplexity,
    ...guard(({ filter, forEdit }: CommentListOptions, context) => checkCommentFilter(filter ?? {}, forEdit === true, context)),
    resolve: async (_root, args, context) => {
      const { site, viewer } = context;
      const filter = args.filter ?? {};
      const loaders = getCommentLoaders(context);
      const page = await listComments(
        site,
        viewer,
        {
          ...selectPage(args),
          offset: args.offset,
          orderBy: args.orderBy ?? 'date',
          order: args.order,
          ...toCommentQuery(context, filter),
        },
        { password: getPassword(filter), countsUnreadable: args.countsUnreadable ?? false },
        { find: createContentFinder(context), loadFirst: loaders.first },
      );
      for (const node of page.nodes) loaders.comment.prime(node.id, node);
      return page;
    },
  }),
}));
