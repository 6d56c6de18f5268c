import { withColumns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { commentColumns, type CommentRecord } from './comment.record.ts';

/** Filters of a list of comments that has no condition other than its content. */
export interface AboutQuery {
  perPage: number;
  order: 'asc' | 'desc';
  statuses: readonly string[];
  types: readonly string[];
}

/** The first comments about one content, with their total. */
export interface CommentsAbout {
  total: number;
  comments: CommentRecord[];
}

// for each content the index returns the first comments in order, without sorting or reading all of them
const about = (direction: 'ASC' | 'DESC') => {
  const same = 'k.content_id = c.id AND k.status = ANY($2::text[]) AND k.type = ANY($3::text[])';
  return statement(
    `comments_about_${direction.toLowerCase()}`,
    `SELECT counted.total, ${commentColumns.list} FROM unnest($1::int[]) AS c(id)
    CROSS JOIN LATERAL (SELECT count(*)::int AS total FROM comment k WHERE ${same}) counted
    CROSS JOIN LATERAL (SELECT k.* FROM comment k WHERE ${same} ORDER BY k.created_utc ${direction}, k.id ${direction} LIMIT $4::int) k
    ORDER BY k.created_utc ${direction}, k.id ${direction}`,
    withColumns(commentColumns, { total: 'int' }),
  );
};

const newestFirst = about('DESC');
const oldestFirst = about('ASC');

/**
 * Loads the first comments about each of the contents, sorted by time of writing. Omits contents without comments. The caller checks permissions. One
 * statement for all contents.
 */
export async function commentsAbout(site: Site, contentIds: readonly number[], query: AboutQuery): Promise<Map<number, CommentsAbout>> {
  const rows = await site.db.rows(query.order === 'asc' ? oldestFirst : newestFirst, [
    contentIds,
    query.statuses,
    query.types,
    query.perPage,
  ]);
  const found = new Map<number, CommentsAbout>();
  for (const row of rows) {
    const one = found.get(row.contentId);
    if (one) one.comments.push(row);
    else found.set(row.contentId, { total: row.total, comments: [row] });
  }
  return found;
}
