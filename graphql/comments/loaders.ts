import DataLoader from 'dataloader';
import { answeredComments, commentCounts, type CommentRecord, loadComments } from '#app/domains/comments/comment.record.ts';
import type { Context } from '../context.ts';

interface CommentLoaders {
  /** By number; null for an unknown one. */
  comment: DataLoader<number, CommentRecord | null>;
  /** Whether a comment has approved answers. */
  isAnswered: DataLoader<number, boolean>;
  /** Number of approved comments about a content. */
  count: DataLoader<number, number>;
}

const ofRequest = new WeakMap<Context['load'], CommentLoaders>();

/** Batched and remembered reads of comments within one request. */
export function commentLoaders({ load, site }: Context): CommentLoaders {
  let loaders = ofRequest.get(load);
  if (!loaders) {
    loaders = {
      comment: new DataLoader(async (ids) => {
        const found = new Map((await loadComments(site, ids)).map((comment) => [comment.id, comment]));
        return ids.map((id) => found.get(id) ?? null);
      }),
      isAnswered: new DataLoader(async (ids) => {
        const found = await answeredComments(site, ids);
        return ids.map((id) => found.has(id));
      }),
      count: new DataLoader(async (ids) => {
        const found = await commentCounts(site, ids);
        return ids.map((id) => found.get(id) ?? 0);
      }),
    };
    ofRequest.set(load, loaders);
  }
  return loaders;
}
