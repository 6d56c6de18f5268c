import type DataLoader from 'dataloader';
import { commentNotFound } from '#app/domains/comments/comment.access.ts';
import { createLoader, createLoaderById } from '#app/core/batching/grouped-reads.ts';
import { findCommentsWithReplies, countComments, type CommentRecord, loadComments } from '#app/domains/comments/comment.record.ts';
import { type FirstCommentsQuery, loadFirstComments, type FirstComments } from '#app/domains/comments/first-comments.ts';
import type { LoadFirstComments } from '#app/domains/comments/comment.list.ts';
import type { Context } from '../context.ts';
import { cachePerResponse } from '../per-request.ts';

interface CommentLoaders {
  /** A comment by ID; null for an unknown ID. */
  comment: DataLoader<number, CommentRecord | null>;
  /** True if a comment has approved replies. */
  isAnswered: DataLoader<number, boolean>;
  /** Number of approved comments on a content item. */
  count: DataLoader<number, number>;
  /** The first comments on a content item. */
  first: LoadFirstComments;
}

const noComments: FirstComments = { total: 0, comments: [] };

/** Creates one loader for each combination of arguments. Results are not cached, because comments may change between two lists of a request. */
function createFirstCommentsLoader(site: Context['site']): LoadFirstComments {
  const byQuery = new Map<string, DataLoader<number, FirstComments>>();
  const createQueryLoader = (query: FirstCommentsQuery) =>
    createLoader<number, FirstComments>(
      'first comments',
      async (ids) => {
        const byContent = await loadFirstComments(site, [...new Set(ids)], query);
        return ids.map((id) => byContent.get(id) ?? noComments);
      },
      { cache: false },
    );
  return (contentId, query) => {
    const key = JSON.stringify([query.perPage, query.order, query.statuses, query.types]);
    let loader = byQuery.get(key);
    if (!loader) byQuery.set(key, (loader = createQueryLoader(query)));
    return loader.load(contentId);
  };
}

/** Batched and cached reads of comments within one request. */
export const getCommentLoaders = cachePerResponse(
  ({ site }): CommentLoaders => ({
    comment: createLoaderById('comments', (ids) => loadComments(site, ids)),
    isAnswered: createLoader('answered comments', async (ids) => {
      const idsWithReplies = await findCommentsWithReplies(site, ids);
      return ids.map((id) => idsWithReplies.has(id));
    }),
    count: createLoader('comment counts', async (ids) => {
      const counts = await countComments(site, ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
    first: createFirstCommentsLoader(site),
  }),
);

/** Returns the comment with this ID. Throws 404 `comment_not_found`. */
export async function requireComment(id: number, context: Context): Promise<CommentRecord> {
  const comment = await getCommentLoaders(context).comment.load(id);
  if (!comment) throw commentNotFound();
  return comment;
}
