import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { opens } from '../content/content.access.ts';
import { canEdit, canRead } from '../content/content.permissions.ts';
import { page, post } from '../content/kinds.ts';
import type { ContentRecord } from '../content/record.ts';
import { Failure, invalid, notFound, refused } from '#app/core/failures/failure.ts';
import { visitorsMayComment } from './comments.settings.ts';
import type { Site } from '#app/site.ts';
import type { CommentRecord } from './comment.record.ts';

/** Finds content by ID with the loader of the request. */
export type FindContent = (id: number) => Promise<ContentRecord | null>;

/** True if the viewer may moderate all comments. */
export function moderates(viewer: Viewer): boolean {
  return viewer.can('moderate_comments');
}

/** True if the viewer may read the text of a content, and therefore its comments. */
export function readsContent(viewer: Viewer, content: ContentRecord, password?: string | null): boolean {
  if (!canRead(viewer, content)) return false;
  return content.password === '' || canEdit(viewer, content) || (password !== undefined && password !== null && opens(content, password));
}

/** True if the viewer may change a comment. Moderators may change all comments, others those on content that they may edit. */
export function canEditComment(viewer: Viewer, content: ContentRecord | null): boolean {
  return moderates(viewer) || (content !== null && canEdit(viewer, content));
}

/** Type of comments that only the editors of a content can read. */
export const NOTE = 'note';

/** Kinds of content that support notes. */
const noted: readonly string[] = [post.name, page.name];

const keepsNotes = (content: ContentRecord) => noted.includes(content.kind);

/** True if the viewer may read a comment on content that they may read: an approved one, their own, or one they may change. Only editors of the content may read notes. */
export function canReadComment(viewer: Viewer, comment: CommentRecord, content: ContentRecord | null): boolean {
  if (comment.type === NOTE) return content !== null && canEdit(viewer, content);
  if (comment.status === 'approved') return true;
  return (viewer.signedIn && comment.userId === viewer.id) || canEditComment(viewer, content);
}

/** Returns the failure for an unknown comment ID. */
export function unknownComment(): Failure {
  return notFound('comment_not_found', 'Invalid comment ID.');
}

/** Throws the failure that prevents the viewer from reading a comment. Checks in the order of upstream. */
export async function checkReadComment(
  viewer: Viewer,
  comment: CommentRecord,
  options: { forEdit?: boolean | null | undefined; password?: string | null | undefined },
  find: FindContent,
): Promise<void> {
  const content = await find(comment.contentId);
  const isNote = comment.type === NOTE;
  if (options.forEdit && !(isNote ? content && canEdit(viewer, content) : moderates(viewer)))
    throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit comments.');
  const readsAbout = !content || readsContent(viewer, content, options.password);
  const isOwnOrEditable = !isNote && ((viewer.signedIn && comment.userId === viewer.id) || canEditComment(viewer, content));
  if (!(readsAbout ? canReadComment(viewer, comment, content) : isOwnOrEditable))
    throw refused(viewer, 'cannot_read', 'Sorry, you are not allowed to read this comment.');
  if (!readsAbout) throw refused(viewer, 'cannot_read_content', 'Sorry, you are not allowed to read the post for this comment.');
}

/** Throws `cannot_edit`, or a refusal with the given code, if the viewer may not change the comment. */
export async function checkEditComment(viewer: Viewer, comment: CommentRecord, find: FindContent, code = 'cannot_edit'): Promise<void> {
  if (!canEditComment(viewer, await find(comment.contentId)))
    throw refused(viewer, code, 'Sorry, you are not allowed to change this comment.');
}

/** Returns the password of a list about exactly one content. For several contents the password is ignored. */
export function passwordOf({ contentIds, password }: Pick<ListOptions, 'contentIds' | 'password'>): string | null | undefined {
  return contentIds?.length === 1 ? password : undefined;
}

/** Parameters of a list of comments that need permissions. */
export interface ListOptions {
  contentIds?: readonly number[] | null | undefined;
  password?: string | null | undefined;
  forEdit?: boolean | null | undefined;
  /** True if the list asks for notes only. */
  ofNotes: boolean;
  /** Names of the given parameters that require `edit_posts`. */
  guarded: readonly string[];
}

/** Throws a refusal if the viewer may not list comments with these parameters: `cannot_read_content`, `cannot_read`, `cannot_view_for_edit`, `argument_forbidden`. */
export async function checkListComments(viewer: Viewer, options: ListOptions, find: FindContent): Promise<void> {
  const password = passwordOf(options);
  for (const id of options.contentIds ?? []) {
    const content = await find(id);
    if (content && !readsContent(viewer, content, password))
      throw refused(viewer, 'cannot_read_content', 'Sorry, you are not allowed to read the post for this comment.');
    if (id === 0 && !moderates(viewer)) throw refused(viewer, 'cannot_read', 'Sorry, you are not allowed to read comments without a post.');
    if (content && options.ofNotes && !keepsNotes(content)) {
      if (canEdit(viewer, content)) throw noNotes();
      throw refused(viewer, 'argument_forbidden', 'Query parameter not permitted: type');
    }
  }
  const editsAll = options.ofNotes && options.contentIds?.length ? await mayEditAll(viewer, options.contentIds, find) : moderates(viewer);
  if (options.forEdit && !editsAll) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit comments.');
  if (options.guarded.length > 0 && !viewer.can('edit_posts'))
    throw refused(viewer, 'argument_forbidden', `Query parameter not permitted: ${options.guarded.join(', ')}`);
}

async function mayEditAll(viewer: Viewer, ids: readonly number[], find: FindContent): Promise<boolean> {
  const contents = await Promise.all(ids.map(find));
  return contents.every((content) => content !== null && canEdit(viewer, content));
}

const noNotes = () => new Failure('notes_not_supported', 403, 'Sorry, this post type does not support notes.');

/** Properties of a new comment that need permissions. */
export interface CommentOptions {
  type?: string | null | undefined;
  contentId?: number | null | undefined;
  userId?: number | null | undefined;
  authorIp?: string | null | undefined;
  status?: string | null | undefined;
  password?: string | null | undefined;
}

const notAllowed = (viewer: Viewer, code: string, what: string) =>
  refused(viewer, code, `Sorry, you are not allowed to edit '${what}' for comments.`);

/** Throws the failure that prevents the viewer from writing this comment. Checks in the order of upstream. */
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
  const given = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
  const isModerator = moderates(viewer);
  if (given(options.userId) && options.userId !== viewer.id && !isModerator)
    throw notAllowed(viewer, 'cannot_choose_comment_author', 'author');
  if (given(options.authorIp) && options.authorIp !== client.ip && !isModerator)
    throw notAllowed(viewer, 'cannot_choose_comment_address', 'author_ip');
  const content = options.contentId ? await find(options.contentId) : null;
  const editsContent = content !== null && canEdit(viewer, content);
  if (isNote && options.contentId && !editsContent)
    throw refused(viewer, 'cannot_create_note', 'Sorry, you are not allowed to create notes for this post.');
  if (given(options.status) && !(isNote ? editsContent : isModerator)) throw notAllowed(viewer, 'comment_status_invalid', 'status');
  checkOpen(viewer, content, options.password, isNote);
}

/** Throws a failure if the content does not accept comments, or notes, at present. */
function checkOpen(viewer: Viewer, content: ContentRecord | null, password: string | null | undefined, isNote: boolean): void {
  const forbidden = (code: string, message: string) => new Failure(code, 403, message);
  if (!content) throw forbidden('comment_content_not_found', 'Sorry, you are not allowed to create this comment without a post.');
  if (isNote && !keepsNotes(content)) throw noNotes();
  if (content.status === 'draft' && !isNote)
    throw forbidden('comment_content_unpublished', 'Sorry, you are not allowed to create a comment on this post.');
  if (content.status === 'trash')
    throw forbidden('comment_content_in_trash', 'Sorry, you are not allowed to create a comment on this post.');
  if (!readsContent(viewer, content, password))
    throw refused(viewer, 'cannot_read_content', 'Sorry, you are not allowed to read the post for this comment.');
  if (content.commentStatus !== 'open' && !isNote) throw forbidden('comments_closed', 'Sorry, comments are closed for this item.');
}

/** Returns the failure for a new comment that contains an ID. */
export function commentExists(): Failure {
  return invalid('comment_exists', 'Cannot create existing comment.');
}
