import { withColumns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { commentColumns, type CommentRecord } from './comment.record.ts';

/** Filters of a list of the first comments on one content item. */
export interface FirstCommentsQuery {
  perPage: number;
  order: 'asc' | 'desc';
  statuses: readonly string[];
  types: readonly string[];
}

/** The first comments on a content item, and the total number of its comments. */
export interface FirstComments {
  total: number;
  comments: CommentRecord[];
}

// for each content item, an index scan returns the first comments in order, without reading and sorting all of them
const declareFirstCommentsStatement = (direction: 'ASC' | 'DESC') => {
  const conditions = 'k.content_id = c.id AND k.status = ANY($2::text[]) AND k.type = ANY($3::text[])';
  return statement(
    `comments_about_${direction.toLowerCase()}`,
    `SELECT counted.total, ${commentColumns.list} FROM unnest($1::int[]) AS c(id)
    CROSS JOIN LATERAL (SELECT count(*)::int AS total FROM comment k WHERE ${conditions}) counted
    CROSS JOIN LATERAL (SELECT k.* FROM comment k WHERE ${conditions} ORDER BY k.created_utc ${direction}, k.id ${direction} LIMIT $4::int) k
    ORDER BY k.created_utc ${direction}, k.id ${direction}`,
    withColumns(commentColumns, { total: 'int' }),
  );
};

const newestFirst = declareFirstCommentsStatement('DESC');
const oldestFirst = declareFirstCommentsStatement('ASC');

/**
 * Loads the first comments on each content item, sorted by time of writing. Omits items without comments. The caller checks permissions. Runs one
 * statement for all items.
 */
export async function loadFirstComments(
  site: Site,
  contentIds: readonly number[],
  query: FirstCommentsQuery,
): Promise<Map<number, FirstComments>> {
  const rows = await site.db.rows(query.order === 'asc' ? oldestFirst : newestFirst, [
    contentIds,
    query.statuses,
    query.types,
    query.perPage,
  ]);
  const byContent = new Map<number, FirstComments>();
  for (const row of rows) {
    const first = byContent.get(row.contentId);
    if (first) first.comments.push(row);
    else byContent.set(row.contentId, { total: row.total, comments: [row] });
  }
  return byContent;
}
