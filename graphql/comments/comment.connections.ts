import { getPassword } from '#app/domains/comments/comment.access.ts';
import { commentList } from '#app/domains/comments/comment.list.ts';
import { invalid } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { type ConnectionArguments, connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createListConnection, createOwnedConnection } from '../connections/connection.ts';
import { createConnectionType } from '../connections/types.ts';
import { Content } from '../content/content.ts';
import { SortOrder } from '../connections/sort-order.ts';
import type { Context } from '../context.ts';
import { checkCommentFilter, CommentFilter, type CommentListOptions, CommentOrder, toCommentQuery } from './comment.filter.ts';
import { Comment } from './comment.ts';

const CommentConnection = createConnectionType('Comment', Comment, 'comments');

builder.queryField('comments', (t) =>
  t.field({
    type: CommentConnection,
    description: 'Comments that you may read. The password only applies if `filter.contentIds` contains exactly one content item.',
    args: {
      ...connectionArguments,
      filter: t.arg({ type: CommentFilter, description: 'Conditions for comments.' }),
      orderBy: t.arg({ type: CommentOrder, defaultValue: 'date', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'The sort direction.' }),
    },
    complexity: computeConnectionComplexity,
    ...guard(({ filter }: CommentListOptions, context) => checkCommentFilter(filter ?? {}, false, context)),
    resolve: (_root, { filter, orderBy, order, ...args }, context) => {
      const query = { ...toCommentQuery(context, filter ?? {}), orderBy: orderBy ?? 'date', order: order ?? 'desc' };
      if (query.orderBy === 'include' && !query.include?.length)
        throw invalid('order_needs_ids', 'You need to define an include parameter to order by include.');
      // the guard has checked the password of the content
      const unlockedIds = filter && getPassword(filter) ? (filter.contentIds ?? []) : [];
      return createListConnection(
        context,
        commentList.createKeyset({ ...query, seenBy: { viewer: context.viewer, unlockedIds } }),
        `comment ${query.orderBy} ${query.order}`,
        args,
      );
    },
  }),
);

/** Returns a connection with the approved comments on a content item, or the approved replies to a comment. */
function connectApproved(
  context: Context,
  owner: 'content' | 'comment',
  id: number,
  { order, ...args }: ConnectionArguments & { order?: 'asc' | 'desc' | null | undefined },
) {
  const ordering = { orderBy: 'date', order: order ?? 'asc' } as const;
  const list = commentList.createKeyset(
    { statuses: ['approved'], ...ordering, seenBy: { viewer: context.viewer, unlockedIds: [] } },
    owner,
  );
  return createOwnedConnection(context, `comments by ${owner}`, id, list, `comment date ${ordering.order}`, args);
}

const orderedArguments = builder.args((t) => ({
  ...connectionArguments,
  order: t.field({ type: SortOrder, defaultValue: 'asc', description: 'Sort direction of the dates.' }),
}));

builder.interfaceField(Content, 'comments', (t) =>
  t.field({
    type: CommentConnection,
    description: 'Approved comments, oldest first by default; empty if the content requires a password that was not given.',
    args: orderedArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id }, args, context) => connectApproved(context, 'content', id, args),
  }),
);

builder.objectField(Comment, 'replies', (t) =>
  t.field({
    type: CommentConnection,
    description: 'Approved replies, oldest first by default.',
    args: orderedArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id }, args, context) => connectApproved(context, 'comment', id, args),
  }),
);
