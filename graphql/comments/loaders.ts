import type DataLoader from 'dataloader';
import { groupedReads, readsById } from '#app/core/batching/grouped-reads.ts';
import { answeredComments, commentCounts, type CommentRecord, loadComments } from '#app/domains/comments/comment.record.ts';
import { type AboutQuery, commentsAbout, type CommentsAbout } from '#app/domains/comments/comments-about.ts';
import type { FirstAbout } from '#app/domains/comments/comment.list.ts';
import type { Context } from '../context.ts';
import { perResponse } from '../per-request.ts';

interface CommentLoaders {
  /** A comment by ID; null if none exists. */
  comment: DataLoader<number, CommentRecord | null>;
  /** True if a comment has approved replies. */
  isAnswered: DataLoader<number, boolean>;
  /** Number of approved comments about a content. */
  count: DataLoader<number, number>;
  /** The first comments about a content. */
  about: FirstAbout;
}

const noneAbout: CommentsAbout = { total: 0, comments: [] };

/** Creates one loader for each combination of arguments. Results are not cached, because the comments may change between two lists. */
function loadsAbout(site: Context['site']): FirstAbout {
  const byQuery = new Map<string, DataLoader<number, CommentsAbout>>();
  const loaderOf = (query: AboutQuery) =>
    groupedReads<number, CommentsAbout>(
      'comments about contents',
      async (ids) => {
        const found = await commentsAbout(site, [...new Set(ids)], query);
        return ids.map((id) => found.get(id) ?? noneAbout);
      },
      { cache: false },
    );
  return (contentId, query) => {
    const key = JSON.stringify([query.perPage, query.order, query.statuses, query.types]);
    let loader = byQuery.get(key);
    if (!loader) byQuery.set(key, (loader = loaderOf(query)));
    return loader.load(contentId);
  };
}

/** Batched and cached reads of comments within one request. */
export const commentLoaders = perResponse(
  ({ site }): CommentLoaders => ({
    comment: readsById('comments', (ids) => loadComments(site, ids)),
    isAnswered: groupedReads('answered comments', async (ids) => {
      const found = await answeredComments(site, ids);
      return ids.map((id) => found.has(id));
    }),
    count: groupedReads('comment counts', async (ids) => {
      const found = await commentCounts(site, ids);
      return ids.map((id) => found.get(id) ?? 0);
    }),
    about: loadsAbout(site),
  }),
);
