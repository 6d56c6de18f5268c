import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isPasswordCorrect } from '../content/content.access.ts';
import { canEdit, canRead } from '../content/content.permissions.ts';
import { page, post } from '../content/kinds.ts';
import type { ContentRecord, FindContent } from '../content/record.ts';
import { Failure, invalid, notFound, refused } from '#app/core/failures/failure.ts';
import { visitorsMayComment } from './comments.settings.ts';
import type { Site } from '#app/site.ts';
import type { CommentRecord } from './comment.record.ts';

/** True if the viewer may moderate all comments. */
export function canModerate(viewer: Viewer): boolean {
  return viewer.can('moderate_comments');
}

/** True if the viewer may read the text of the content, and therefore its comments. */
export function canReadText(viewer: Viewer, content: ContentRecord, password?: string | null): boolean {
  if (!canRead(viewer, content)) return false;
  return (
    content.password === '' ||
    canEdit(viewer, content) ||
    (password !== undefined && password !== null && isPasswordCorrect(content, password))
  );
}

/** True if the viewer may change a comment. Moderators may change all comments; other users may change comments on content that they may edit. */
export function canEditComment(viewer: Viewer, content: ContentRecord | null): boolean {
  return canModerate(viewer) || (content !== null && canEdit(viewer, content));
}

/** Type of comments that only the editors of the content can read. */
export const NOTE = 'note';

/** Kinds of content that support notes. */
const kindsWithNotes: readonly string[] = [post.name, page.name];

const canHaveNotes = (content: ContentRecord) => kindsWithNotes.includes(content.kind);

/**
 * True if the viewer may read a comment on content that they may read. They may read approved comments, their own comments and comments that they may
 * change. Only editors of the content may read notes.
 */
export function canReadComment(viewer: Viewer, comment: CommentRecord, content: ContentRecord | null): boolean {
  if (comment.type === NOTE) return content !== null && canEdit(viewer, content);
  if (comment.status === 'approved') return true;
  return (viewer.signedIn && comment.userId === viewer.id) || canEditComment(viewer, content);
}

/** Returns the failure for an unknown comment ID. */
export function commentNotFound(): Failure {
  return notFound('comment_not_found', 'Invalid comment ID.');
}

/** Throws unless the viewer may read the comment. The checks run in the same order as in the upstream software. */
export async function checkReadComment(
  viewer: Viewer,
  comment: CommentRecord,
  options: { forEdit?: boolean | null | undefined; password?: string | null | undefined },
  find: FindContent,
): Promise<void> {
  const content = await find(comment.contentId);
  const isNote = comment.type === NOTE;
  if (options.forEdit && !(isNote ? content && canEdit(viewer, content) : canModerate(viewer)))
    throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit comments.');
  const canReadContent = !content || canReadText(viewer, content, options.password);
  const isOwnOrEditable = !isNote && ((viewer.signedIn && comment.userId === viewer.id) || canEditComment(viewer, content));
  if (!(canReadContent ? canReadComment(viewer, comment, content) : isOwnOrEditable))
    throw refused(viewer, 'cannot_read', 'Sorry, you are not allowed to read this comment.');
  if (!canReadContent) throw refused(viewer, 'cannot_read_content', 'Sorry, you are not allowed to read the post for this comment.');
}

/** Throws `cannot_edit`, or a refusal with the given code, if the viewer may not change the comment. */
export async function checkEditComment(viewer: Viewer, comment: CommentRecord, find: FindContent, code = 'cannot_edit'): Promise<void> {
  if (!canEditComment(viewer, await find(comment.contentId)))
    throw refused(viewer, code, 'Sorry, you are not allowed to change this comment.');
}

/** Returns the password if the list is about exactly one content item, else undefined: other lists ignore the password. */
export function getPassword({ contentIds, password }: Pick<ListOptions, 'contentIds' | 'password'>): string | null | undefined {
  return contentIds?.length === 1 ? password : undefined;
}

/** Parameters of a list of comments that affect the required permissions. */
export interface ListOptions {
  contentIds?: readonly number[] | null | undefined;
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
  /** True if the list contains only notes. */
  onlyNotes: boolean;
  /** Names of those parameters of the request that require `edit_posts`. */
  editorParameters: readonly string[];
}

/**
 * Throws if the viewer may not list comments with these parameters: `cannot_read_content`, `cannot_read`, `cannot_view_for_edit`,
 * `argument_forbidden` or `notes_not_supported`.
 */
export async function checkListComments(viewer: Viewer, options: ListOptions, find: FindContent): Promise<void> {
  const password = getPassword(options);
  for (const id of options.contentIds ?? []) {
    const content = await find(id);
    if (content && !canReadText(viewer, content, password))
      throw refused(viewer, 'cannot_read_content', 'Sorry, you are not allowed to read the post for this comment.');
    if (id === 0 && !canModerate(viewer))
      throw refused(viewer, 'cannot_read', 'Sorry, you are not allowed to read comments without a post.');
    if (content && options.onlyNotes && !canHaveNotes(content)) {
      if (canEdit(viewer, content)) throw notesNotSupported();
      throw refused(viewer, 'argument_forbidden', 'Query parameter not permitted: type');
    }
  }
  const canEditComments =
    options.onlyNotes && options.contentIds?.length ? await canEditAllContent(viewer, options.contentIds, find) : canModerate(viewer);
  if (options.forEdit && !canEditComments) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit comments.');
  if (options.editorParameters.length > 0 && !viewer.can('edit_posts'))
    throw refused(viewer, 'argument_forbidden', `Query parameter not permitted: ${options.editorParameters.join(', ')}`);
}

async function canEditAllContent(viewer: Viewer, ids: readonly number[], find: FindContent): Promise<boolean> {
  const items = await Promise.all(ids.map(find));
  return items.every((content) => content !== null && canEdit(viewer, content));
}

const notesNotSupported = () => new Failure('notes_not_supported', 403, 'Sorry, this post type does not support notes.');

/** Properties of a new comment that affect the required permissions. */
export interface CommentOptions {
  type?: string | null | undefined;
  contentId?: number | null | undefined;
  userId?: number | null | undefined;
  authorIp?: string | null | undefined;
  status?: string | null | undefined;
  password?: string | null | undefined;
}

const refuseField = (viewer: Viewer, code: string, field: string) =>
  refused(viewer, code, `Sorry, you are not allowed to edit '${field}' for comments.`);

/** Throws unless the viewer may create this comment. The checks run in the same order as in the upstream software. */
export async function checkCreateComment(
  site: Site,
  viewer: Viewer,
  client: { readonly ip: string },
  options: CommentOptions,
  find: FindContent,
): Promise<void> {
  const isNote = options.type === NOTE;
  if (!viewer.signedIn && (isNote || !site.settings.get(visitorsMayComment)))
    throw new Failure('comment_needs_sign_in', 401, 'Sorry, you must be logged in to comment.');
  const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
  const isModerator = canModerate(viewer);
  if (isGiven(options.userId) && options.userId !== viewer.id && !isModerator)
    throw refuseField(viewer, 'cannot_choose_comment_author', 'author');
  if (isGiven(options.authorIp) && options.authorIp !== client.ip && !isModerator)
    throw refuseField(viewer, 'cannot_choose_comment_address', 'author_ip');
  const content = options.contentId ? await find(options.contentId) : null;
  const canEditContent = content !== null && canEdit(viewer, content);
  if (isNote && options.contentId && !canEditContent)
    throw refused(viewer, 'cannot_create_note', 'Sorry, you are not allowed to create notes for this post.');
  if (isGiven(options.status) && !(isNote ? canEditContent : isModerator)) throw refuseField(viewer, 'comment_status_invalid', 'status');
  checkOpen(viewer, content, options.password, isNote);
}

/** Throws if the content does not accept comments (or notes, if `isNote`) at present. */
function checkOpen(viewer: Viewer, content: ContentRecord | null, password: string | null | undefined, isNote: boolean): void {
  const forbidden = (code: string, message: string) => new Failure(code, 403, message);
  if (!content) throw forbidden('comment_content_not_found', 'Sorry, you are not allowed to create this comment without a post.');
  if (isNote && !canHaveNotes(content)) throw notesNotSupported();
  if (content.status === 'draft' && !isNote)
    throw forbidden('comment_content_unpublished', 'Sorry, you are not allowed to create a comment on this post.');
  if (content.status === 'trash')
    throw forbidden('comment_content_in_trash', 'Sorry, you are not allowed to create a comment on this post.');
  if (!canReadText(viewer, content, password))
    throw refused(viewer, 'cannot_read_content', 'Sorry, you are not allowed to read the post for this comment.');
  if (content.commentStatus !== 'open' && !isNote) throw forbidden('comments_closed', 'Sorry, comments are closed for this item.');
}

/** Returns the failure for a request that creates a comment but specifies an ID. */
export function commentExists(): Failure {
  return invalid('comment_exists', 'Cannot create existing comment.');
}
