import { rowShape, columns, mapShape } from '#app/core/db/columns.ts';
import { anyId } from '#app/core/db/any-id.ts';
import type { Override, Row } from '#app/core/db/model.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

export const commentStatuses = ['approved', 'hold', 'spam', 'trash'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** One comment as stored. `createdLocal` and `createdUtc` are the same moment as wall-clock times in the site's time zone and in UTC. */
export type CommentRecord = Override<Row<'Comment', 'createdLocal' | 'createdUtc'>, { status: CommentStatus }>;

const ownColumns = columns('Comment', 'k', { wallTimes: ['createdLocal', 'createdUtc'], instants: ['createdUtc'] });

/** The columns of a `CommentRecord` for statements in which the comment has the alias `k`. */
export const commentColumns = { list: ownColumns.list, ...mapShape(ownColumns, (row) => row as CommentRecord) };

const byIds = statement('comments_by_id', `SELECT ${commentColumns.list} FROM comment k WHERE k.id = ${anyId('$1')}`, commentColumns);

/** Loads comments of any status by ID, in no particular order. Omits unknown IDs. Uses one statement. */
export async function loadComments(site: Site, ids: readonly number[]): Promise<CommentRecord[]> {
  return await site.db.rows(byIds, [ids]);
}

const idsWithReplies = statement(
  'answered_comments',
  `SELECT DISTINCT k.parent_id AS id FROM comment k WHERE k.parent_id = ANY($1::int[]) AND k.status = 'approved'`,
  rowShape({ id: 'int' }),
);

/** Returns the IDs of those comments that have approved replies. Runs one statement. */
export async function findCommentsWithReplies(site: Site, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await site.db.rows(idsWithReplies, [ids])).map((row) => row.id));
}

const countByContent = statement(
  'comment_counts',
  `SELECT k.content_id AS id, count(*)::int AS count FROM comment k WHERE k.content_id = ANY($1::int[]) AND k.status = 'approved' AND k.type <> 'note' GROUP BY k.content_id`,
  rowShape({ id: 'int', count: 'int' }),
);

/** Returns the number of approved comments, without notes, by content ID. Omits content without comments. Uses one statement. */
export async function countComments(site: Site, contentIds: readonly number[]): Promise<Map<number, number>> {
  return new Map((await site.db.rows(countByContent, [contentIds])).map((row) => [row.id, row.count]));
}
