import { isIP } from 'node:net';
import { toColumnTime, getSiteZone, toUtcWallTime } from '../../content/site-time.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { cleanHtml } from '#app/core/text/clean-html.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { isEmail } from '#app/domains/identity/users/user.rules.ts';
import type { ImportNote } from '../importer.ts';
import { addToTally, type Outcome, type Tally } from '../tally.ts';
import type { WxrComment, WxrItem } from '../wxr/records.ts';
import type { BatchContext } from './batch-context.ts';
import { parseMoment } from './item-dates.ts';
import { buildCommentKey } from './item-keys.ts';
import { truncate } from './item-notes.ts';
import { commentIdSequence, assignIds } from './assign-ids.ts';

function countComment(tally: Tally, comment: WxrComment, outcome: Outcome): void {
  addToTally(tally, 'comment', outcome);
  addToTally(tally, 'comment meta', outcome, comment.meta.length);
}

/** Counts the comments of an item: known ones as already here, repeated ones as skipped, others as imported. */
export function countComments(tally: Tally, comments: readonly WxrComment[], known: Pick<ReadonlyMap<string, unknown>, 'has'>): void {
  const seen = new Set<string>();
  for (const comment of comments) {
    const key = buildCommentKey(comment);
    countComment(tally, comment, known.has(key) ? 'alreadyHere' : seen.has(key) ? 'skipped' : 'imported');
    seen.add(key);
  }
}

// imported comments have a stored key; keys of local ones are derived from their columns
const selectKnownKeys = statement(
  'import_comments_here',
  `SELECT created_utc::text AS "dateUtc", author_name AS author, content, id, NULL AS "sourceId", NULL AS key FROM comment WHERE content_id = $1
  UNION ALL SELECT NULL, NULL, NULL, comment_id, source_id, key FROM imported_comment WHERE content_id = $1`,
  rowShape({ dateUtc: 'text?', author: 'text?', content: 'text?', id: 'int?', sourceId: 'text?', key: 'text?' }),
);

/** IDs of an existing comment. */
export interface KnownComment {
  /** ID on this site; null if the comment was deleted. */
  id: number | null;
  /** ID on the other site; null if the comment was not imported. */
  sourceId: string | null;
}

/** Returns the known comments of a content item by key: local ones, and those of earlier imports, even if they were deleted. */
export async function loadKnownComments(tx: Tx, contentId: number): Promise<Map<string, KnownComment>> {
  const rows = await queryIn(tx, selectKnownKeys, contentId);
  return new Map(
    rows.map(({ id, sourceId, key, dateUtc, author, content }) => [
      key ?? buildCommentKey({ date: '', dateUtc: dateUtc?.slice(0, 19) ?? '', author: author ?? '', content: content ?? '' }),
      { id, sourceId },
    ]),
  );
}

const statuses = new Map([
  ['1', 'approved'],
  ['approved', 'approved'],
  ['0', 'hold'],
  ['hold', 'hold'],
  ['', 'hold'],
  ['spam', 'spam'],
  ['trash', 'trash'],
  ['post-trashed', 'trash'],
]);

/** Types of comments that other sites create automatically when they link to the content. */
const notificationTypes: ReadonlySet<string> = new Set(['pingback', 'trackback']);

function normalizeUrl(text: string): string {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 200 ? url.href : '';
}

function toRow({ site, authorsById, run }: BatchContext, comment: WxrComment, contentId: number) {
  const zone = getSiteZone(site);
  const moment =
    parseMoment({ local: comment.date, utc: comment.dateUtc }, zone) ??
    parseMoment({ local: '', utc: run.startedAt.toISOString().slice(0, 19) }, zone);
  const status = statuses.get(comment.approved) ?? 'hold';
  return {
    content_id: contentId,
    user_id: authorsById.get(comment.userId) ?? null,
    author_name: truncate(cleanText(comment.author), 245),
    author_email: isEmail(comment.email) && comment.email.length <= 100 ? comment.email.toLowerCase() : '',
    author_url: normalizeUrl(comment.url),
    author_ip: isIP(comment.ip) === 0 ? '' : comment.ip,
    author_agent: '',
    // scripts are never stored in comments, regardless of the importing user
    content: cleanHtml(comment.content, { unfiltered: false }).trim(),
    type: notificationTypes.has(comment.type) ? comment.type : 'comment',
    status,
    created_local: moment?.wall,
    created_utc: moment && `${toUtcWallTime(moment.instant)}Z`,
    trashed_at: status === 'trash' ? toColumnTime(toUtcWallTime(run.startedAt)).toISOString() : null,
  };
}

/** Returns the IDs of comments that are their own ancestors. */
function findLoopedIds(comments: readonly WxrComment[]): Set<string> {
  const parents = new Map(comments.map(({ id, parent }) => [id, parent]));
  const loops = new Set<string>();
  for (const { id } of comments) {
    const path = new Set<string>();
    for (let current: string | undefined = id; current !== undefined && !path.has(current); current = parents.get(current)) {
      path.add(current);
      if (parents.get(current) === id) loops.add(id);
    }
  }
  return loops;
}

const columns =
  'id, content_id, parent_id, user_id, author_name, author_email, author_url, author_ip, author_agent, content, type, status, created_local, created_utc, trashed_at';
const insertComments = statement(
  'import_comments',
  `INSERT INTO comment (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::comment, $1::json)`,
);

interface NewComment {
  comment: WxrComment;
  contentId: number;
  key: string;
}

interface ClassifiedComments {
  newComments: NewComment[];
  /** Local IDs of existing comments by `<content ID> <ID on the other site>`. */
  existingIds: Map<string, number>;
}

async function classifyComments(
  tx: Tx,
  items: readonly { item: WxrItem; contentId: number; isNew: boolean }[],
  tally: Tally,
  addNote: (comment: WxrComment, outcome: ImportNote['outcome'], reason: string) => void,
): Promise<ClassifiedComments> {
  const classified: ClassifiedComments = { newComments: [], existingIds: new Map() };
  for (const { item, contentId, isNew } of items) {
    if (item.comments.length === 0) continue;
    const known = isNew ? new Map<string, KnownComment>() : await loadKnownComments(tx, contentId);
    for (const { id, sourceId } of known.values())
      if (id !== null && sourceId !== null) classified.existingIds.set(`${contentId} ${sourceId}`, id);
    const seen = new Set<string>();
    for (const comment of item.comments) {
      const key = buildCommentKey(comment);
      if (known.has(key)) countComment(tally, comment, 'alreadyHere');
      else if (seen.has(key)) {
        countComment(tally, comment, 'skipped');
        addNote(comment, 'skipped', 'the same comment occurs earlier in the item');
      } else classified.newComments.push({ comment, contentId, key });
      seen.add(key);
    }
  }
  return classified;
}

/** Writes the comments of items. Does not change existing comments, and does not restore imported comments that were deleted. */
export async function writeComments(
  context: BatchContext,
  tx: Tx,
  items: readonly { item: WxrItem; contentId: number; isNew: boolean }[],
  tally: Tally,
  notes: ImportNote[],
): Promise<void> {
  const addNote = (comment: WxrComment, outcome: ImportNote['outcome'], reason: string) =>
    void notes.push({
      line: comment.line,
      outcome,
      what: 'comment',
      sourceId: truncate(comment.id, 40),
      title: truncate(comment.author, 200),
      reason,
      detail: '',
    });
  const { newComments, existingIds } = await classifyComments(tx, items, tally, addNote);
  if (newComments.length === 0) return;
  const newIds = await assignIds(
    tx,
    commentIdSequence,
    newComments.map(({ comment }) => comment.id),
  );
  const ids = new Map(existingIds);
  for (const [i, { comment, contentId }] of newComments.entries())
    if (comment.id !== '') ids.set(`${contentId} ${comment.id}`, newIds[i] as number);
  const loops = new Map(items.map(({ item, contentId }) => [contentId, findLoopedIds(item.comments)]));
  const rows = newComments.map(({ comment, contentId }, i) => {
    const isReply = comment.parent !== '' && comment.parent !== '0';
    const parent = loops.get(contentId)?.has(comment.id) ? undefined : ids.get(`${contentId} ${comment.parent}`);
    if (isReply && parent === undefined)
      addNote(comment, 'changed', 'the comment that it replies to was not imported: it became a top-level comment');
    if (!statuses.has(comment.approved)) addNote(comment, 'changed', 'its status is unknown here: it waits for approval');
    return { ...toRow(context, comment, contentId), id: newIds[i] as number, parent_id: isReply ? (parent ?? null) : null };
  });
  await executeIn(tx, insertComments, JSON.stringify(rows));
  await tx.importedComment.createMany({
    data: newComments.map(({ comment, contentId, key }, i) => ({
      contentId,
      key,
      commentId: newIds[i] as number,
      sourceId: truncate(comment.id, 40),
      type: truncate(comment.type, 40),
    })),
  });
  const meta = newComments.flatMap(({ comment }, i) => comment.meta.map((value) => ({ commentId: newIds[i] as number, ...value })));
  if (meta.length > 0) await tx.importedMeta.createMany({ data: meta });
  for (const { comment } of newComments) countComment(tally, comment, 'imported');
}
