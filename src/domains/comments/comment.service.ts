import type { Comment } from '#db';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { toColumnTime, getSiteZone, toUtcWallTime } from '../content/site-time.ts';
import { secondsBetweenComments } from './comments.settings.ts';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { Failure, invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { parseDateTime } from '#app/core/time/date-time.ts';
import { toWallTime, getZoneByName } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { findUser } from '#app/domains/identity/users/user.record.ts';
import { canModerate, NOTE, commentNotFound } from './comment.access.ts';
import { commentColumns, type CommentRecord, type CommentStatus, commentStatuses } from './comment.record.ts';
import {
  checkNoteStatus,
  type CommentInput,
  type CommentFields,
  cleanCommentFields,
  computeStatus,
  type StatusChange,
  parseStatusChange,
} from './comment.rules.ts';

const commentForUpdate = statement(
  'comment_for_change',
  `SELECT ${commentColumns.list} FROM comment k WHERE k.id = $1 FOR UPDATE OF k`,
  commentColumns,
);

async function lockComment(tx: Tx, id: number): Promise<CommentRecord> {
  const [comment] = await queryIn(tx, commentForUpdate, id);
  if (!comment) throw commentNotFound();
  return comment;
}

const commentAndAncestors = statement(
  'comment_and_above',
  `WITH RECURSIVE above AS (SELECT id, parent_id, content_id FROM comment WHERE id = $1
     UNION SELECT k.id, k.parent_id, k.content_id FROM comment k JOIN above ON k.id = above.parent_id)
   SELECT id, content_id AS "contentId" FROM above`,
  rowShape({ id: 'int', contentId: 'int' }),
);

/** Throws `invalid_arguments` unless the parent comment belongs to the same content and is neither the comment itself nor one of its replies. */
async function checkParent(tx: Tx, parentId: number, contentId: number, argument: string, id: number | null): Promise<void> {
  const ancestors = await queryIn(tx, commentAndAncestors, parentId);
  const isValidParent =
    ancestors.find((comment) => comment.id === parentId)?.contentId === contentId && !ancestors.some((comment) => comment.id === id);
  if (!isValidParent)
    throw invalidArguments({
      [`${argument}.parentId`]: 'The parent must be a comment on the same content and not a reply to this comment.',
    });
}

type Author = Pick<Comment, 'userId' | 'authorName' | 'authorEmail' | 'authorUrl'>;

/**
 * Returns the author of a new comment: the user of the input, else the viewer. If a moderator sends a name, email address or URL but no user ID, the
 * author is a visitor with these data.
 */
async function resolveAuthor(site: Site, viewer: Viewer, input: CommentInput, texts: CommentFields): Promise<Author> {
  const isNamed = Boolean(texts.authorName || texts.authorEmail || texts.authorUrl);
  const userId = input.userId || (isNamed && canModerate(viewer) ? 0 : viewer.id);
  const user = userId === 0 ? null : await findUser(site, userId);
  if (userId !== 0 && !user) throw invalid('comment_author_not_found', 'Invalid comment author ID.');
  const author = {
    userId: user?.id ?? null,
    authorName: texts.authorName || (user?.displayName ?? ''),
    authorEmail: texts.authorEmail || (user?.email ?? ''),
    authorUrl: texts.authorUrl || (user?.url ?? ''),
  };
  if (author.authorName === '' || author.authorEmail === '')
    throw invalid('comment_author_data_required', 'Creating a comment requires valid author name and email values.');
  return author;
}

/**
 * Returns the status of a new comment. Comments of moderators and of users who already have an approved comment are approved. Comments of visitors
 * are always held, because anyone can use the name and email address of another person.
 */
async function findInitialStatus(tx: Tx, viewer: Viewer): Promise<CommentStatus> {
  if (canModerate(viewer)) return 'approved';
  if (!viewer.signedIn) return 'hold';
  const approvedComment = await tx.comment.findFirst({
    where: { userId: viewer.id, status: 'approved', type: { not: NOTE } },
    select: { id: true },
  });
  return approvedComment ? 'approved' : 'hold';
}

async function checkDuplicate(
  tx: Tx,
  comment: { contentId: number; parentId: number | null; authorEmail: string; content: string },
): Promise<void> {
  const duplicate = await tx.comment.findFirst({ where: { ...comment, status: { not: 'trash' } }, select: { id: true } });
  if (duplicate) throw new Failure('comment_duplicate', 409, 'Duplicate comment detected; it looks as though you have already said that.');
}

/** Throws `comment_flood` if the author wrote within the last `seconds_between_comments` seconds. Moderators are exempt. */
async function checkFlood(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  moment: Date,
  { authorIp, authorEmail }: { authorIp: string; authorEmail: string },
): Promise<void> {
  const seconds = site.settings.get(secondsBetweenComments);
  if (seconds === 0 || canModerate(viewer)) return;
  const sameAuthor = viewer.signedIn ? [{ userId: viewer.id }] : [{ authorIp }, ...(authorEmail === '' ? [] : [{ authorEmail }])];
  const since = toColumnTime(toUtcWallTime(new Date(moment.getTime() - seconds * 1000)));
  // lists every status, so that the index on status and time applies
  const recent = await tx.comment.findFirst({
    where: { status: { in: [...commentStatuses] }, createdUtc: { gt: since }, OR: sameAuthor },
    select: { id: true },
  });
  if (recent) throw invalid('comment_flood', 'You are posting comments too fast. Slow down.');
}

function readDate(site: Site, { date, dateUtc }: CommentInput, argument: string): Date | undefined {
  const text = date ?? dateUtc;
  if (text === undefined || text === null) return undefined;
  const isLocal = date !== undefined && date !== null;
  const parsed = parseDateTime(text, isLocal ? getSiteZone(site) : getZoneByName('UTC'));
  if (!parsed)
    throw invalidArguments({ [`${argument}.${isLocal ? 'date' : 'dateUtc'}`]: { code: 'invalid_date', message: 'Invalid date.' } });
  return parsed.instant;
}

const buildTimeColumns = (site: Site, moment: Date) => ({
  createdLocal: toColumnTime(toWallTime(moment, getSiteZone(site))),
  createdUtc: toColumnTime(toUtcWallTime(moment)),
});

/**
 * Creates a comment or a note. The caller checks permissions. A note is approved. A comment is approved if its author may moderate or already has an
 * approved comment, otherwise it is held for approval. A status in the input takes precedence. Throws `comment_text_invalid`,
 * `comment_author_data_required`, `comment_duplicate` (409), `comment_flood` and the failures of `cleanCommentFields`.
 */
export async function createComment(
  site: Site,
  viewer: Viewer,
  client: { ip: string; userAgent: string },
  contentId: number,
  input: CommentInput,
): Promise<CommentRecord> {
  const isNote = input.type === NOTE;
  if (isNote) checkNoteStatus(input);
  const texts = cleanCommentFields(viewer, { ...input, content: input.content ?? '' }, 'draft');
  const author = await resolveAuthor(site, viewer, input, texts);
  const moment = readDate(site, input, 'draft') ?? now();
  const change = input.status ? parseStatusChange(input.status, 'draft') : null;
  return await site.db.transaction(async (tx) => {
    const parentId = input.parentId || null;
    if (parentId !== null) await checkParent(tx, parentId, contentId, 'draft', null);
    const content = texts.content ?? '';
    const authorIp = texts.authorIp ?? client.ip;
    if (!isNote) {
      await checkDuplicate(tx, { contentId, parentId, authorEmail: author.authorEmail, content });
      await checkFlood(site, tx, viewer, moment, { authorIp, authorEmail: author.authorEmail });
    }
    const initialStatus = isNote ? 'approved' : await findInitialStatus(tx, viewer);
    const { status, statusBefore } = change
      ? computeStatus(change, { status: initialStatus, statusBefore: null })
      : { status: initialStatus, statusBefore: null };
    const { id } = await tx.comment.create({
      data: {
        contentId,
        parentId,
        type: isNote ? NOTE : 'comment',
        ...(isNote && { noteStatus: input.noteStatus ?? null }),
        ...author,
        content,
        status,
        statusBefore,
        ...buildTimeColumns(site, moment),
        authorIp,
        authorAgent: texts.authorAgent ?? client.userAgent.slice(0, 254),
        trashedAt: status === 'trash' ? now() : null,
      },
      select: { id: true },
    });
    return await lockComment(tx, id);
  });
}

/**
 * Changes those values of a comment that the input contains. Throws `comment_not_found`, `comment_content_not_found` (403),
 * `comment_author_not_found` and the failures of `cleanCommentFields`.
 */
export async function changeComment(site: Site, viewer: Viewer, id: number, input: CommentInput): Promise<CommentRecord> {
  const texts = cleanCommentFields(viewer, input, 'changes');
  checkNoteStatus(input);
  const change = input.status ? parseStatusChange(input.status, 'changes') : null;
  const moment = readDate(site, input, 'changes');
  const user = input.userId ? await findUser(site, input.userId) : undefined;
  if (user === null) throw invalid('comment_author_not_found', 'Invalid comment author ID.');
  return await site.db.transaction(async (tx) => {
    const stored = await lockComment(tx, id);
    const contentId = input.contentId ?? stored.contentId;
    if (contentId !== stored.contentId && !(await tx.content.findUnique({ where: { id: contentId }, select: { id: true } }))) {
      throw new Failure('comment_content_not_found', 403, 'Invalid post ID.');
    }
    const parentId = input.parentId === undefined || input.parentId === null ? stored.parentId : input.parentId || null;
    if (parentId !== null && (parentId !== stored.parentId || contentId !== stored.contentId))
      await checkParent(tx, parentId, contentId, 'changes', id);
    await tx.comment.update({
      where: { id },
      data: {
        ...texts,
        contentId,
        parentId,
        ...(user && {
          userId: user.id,
          authorName: texts.authorName ?? user.displayName,
          authorEmail: texts.authorEmail ?? user.email,
          authorUrl: texts.authorUrl ?? user.url,
        }),
        ...(input.userId === 0 && { userId: null }),
        ...(stored.type === NOTE && input.noteStatus !== undefined && { noteStatus: input.noteStatus }),
        ...(moment && buildTimeColumns(site, moment)),
      },
      select: { id: true },
    });
    if (change) await applyStatus(tx, stored, change);
    return await lockComment(tx, id);
  });
}

async function applyStatus(tx: Tx, stored: CommentRecord, change: StatusChange): Promise<void> {
  const { status, statusBefore } = computeStatus(change, stored);
  await tx.comment.update({
    where: { id: stored.id },
    data: { status, statusBefore, trashedAt: status === 'trash' ? now() : null },
    select: { id: true },
  });
}

/** Moves a comment to the trash. Throws `comment_not_found` and 410 `already_in_trash`. */
export async function moveCommentToTrash(site: Site, id: number): Promise<CommentRecord> {
  return await site.db.transaction(async (tx) => {
    const stored = await lockComment(tx, id);
    if (stored.status === 'trash') throw new Failure('already_in_trash', 410, 'The comment has already been trashed.');
    await applyStatus(tx, stored, 'trash');
    return await lockComment(tx, id);
  });
}

/** Deletes a comment permanently and returns it. Its replies remain, without a parent. Throws `comment_not_found`. */
export async function deleteComment(site: Site, id: number): Promise<CommentRecord> {
  return await site.db.transaction(async (tx) => {
    const stored = await lockComment(tx, id);
    await tx.comment.delete({ where: { id }, select: { id: true } });
    return stored;
  });
}

const DAY_MS = 86_400_000;

/** Permanently deletes comments that have been in the trash for more than `days` days, and returns their number. A daily job calls it. */
export async function purgeTrashedComments(site: Site, days: number): Promise<number> {
  const { count } = await site.db.prisma.comment.deleteMany({
    where: { status: 'trash', trashedAt: { lt: new Date(now().getTime() - days * DAY_MS) } },
  });
  return count;
}
