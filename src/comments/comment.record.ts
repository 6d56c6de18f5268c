import type { WallTime } from '../core/time/wall-time.ts';
import type { Site } from '../site.ts';

export const commentStatuses = ['approved', 'hold', 'spam', 'trash'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** One comment as it is read. Times are texts `YYYY-MM-DDTHH:MM:SS`. */
export interface CommentRecord {
  id: number;
  contentId: number;
  /** Null for one that answers none. */
  parentId: number | null;
  /** Null for visitors and for users who are gone. */
  userId: number | null;
  authorName: string;
  authorEmail: string;
  authorUrl: string;
  authorIp: string;
  authorAgent: string;
  content: string;
  status: CommentStatus;
  statusBefore: string | null;
  /** On the site's clock. */
  createdLocal: WallTime;
  createdUtc: WallTime;
}

/** The columns of a `CommentRecord` for a statement whose comment row is called `k`. */
export const commentColumns = `k.id, k.content_id AS "contentId", k.parent_id AS "parentId", k.user_id AS "userId", k.author_name AS "authorName",
  k.author_email AS "authorEmail", k.author_url AS "authorUrl", k.author_ip AS "authorIp", k.author_agent AS "authorAgent", k.content, k.status,
  k.status_before AS "statusBefore", k.created_local::text AS "createdLocal", (k.created_utc AT TIME ZONE 'UTC')::text AS "createdUtc"`;

const wall = (text: string): WallTime => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

/** Turns a row of `commentColumns` into a record, in place. */
export function commentOf(row: CommentRecord): CommentRecord {
  row.createdLocal = wall(row.createdLocal);
  row.createdUtc = wall(row.createdUtc);
  return row;
}

/** The comments with these ids, of any status, in no particular order; unknown ids are left out. One statement. */
export async function loadComments(site: Site, ids: readonly number[]): Promise<CommentRecord[]> {
  return (
    await site.db.sql<CommentRecord>(`SELECT ${commentColumns} FROM comment k WHERE k.id = ANY($1::int[])`, [ids], 'comments_by_id')
  ).map(commentOf);
}

/** Ids among these of comments that have approved answers. One statement. */
export async function answeredComments(site: Site, ids: readonly number[]): Promise<Set<number>> {
  const rows = await site.db.sql<{ id: number }>(
    `SELECT DISTINCT k.parent_id AS id FROM comment k WHERE k.parent_id = ANY($1::int[]) AND k.status = 'approved'`,
    [ids],
    'answered_comments',
  );
  return new Set(rows.map((row) => row.id));
}

/** Number of approved comments by content. One statement. */
export async function commentCounts(site: Site, contentIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await site.db.sql<{ id: number; count: number }>(
    `SELECT k.content_id AS id, count(*)::int AS count FROM comment k WHERE k.content_id = ANY($1::int[]) AND k.status = 'approved' GROUP BY k.content_id`,
    [contentIds],
    'comment_counts',
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}
