import { invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { cleanTitle } from '#app/core/text/clean-html.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isEmail, normalizeUrl } from '#app/domains/identity/users/user.rules.ts';
import type { CommentStatus } from './comment.record.ts';

/** Input for creating or changing a comment. An absent or null value is ignored. */
export interface CommentInput {
  contentId?: number | null | undefined;
  /** Only for a new comment: `note` for a note, else a comment. */
  type?: string | null | undefined;
  /** `resolved` or `reopen`, only for notes. */
  noteStatus?: string | null | undefined;
  /** 0 if the comment is not a reply. */
  parentId?: number | null | undefined;
  userId?: number | null | undefined;
  authorName?: string | null | undefined;
  authorEmail?: string | null | undefined;
  authorUrl?: string | null | undefined;
  authorIp?: string | null | undefined;
  authorAgent?: string | null | undefined;
  content?: string | null | undefined;
  /** `approved`, `hold`, `spam`, `trash` or another word that `parseStatusChange` accepts. */
  status?: string | null | undefined;
  /** `YYYY-MM-DDTHH:MM:SS` in the site's time zone, or with a time zone. Takes precedence over `dateUtc`. */
  date?: string | null | undefined;
  dateUtc?: string | null | undefined;
}

/** Cleaned strings of an input. Contains only the fields that the caller sent. */
export interface CommentFields {
  authorName?: string;
  authorEmail?: string;
  authorUrl?: string;
  authorIp?: string;
  authorAgent?: string;
  content?: string;
}

const maxLengths = { authorName: 245, authorEmail: 100, authorUrl: 200, content: 65_525 } as const;
/** Names of the limited fields in error codes. */
const namesInCodes = { authorName: 'author', authorEmail: 'author_email', authorUrl: 'author_url', content: 'content' } as const;

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

function toWebUrl(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const url = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `http://${trimmed}`;
  return isWebUrl(url) ? normalizeUrl(url) : '';
}

/**
 * Limits the markup of a comment to emphasis and links. Comments of users with `unfiltered_html` are stored unchanged and cleaned when they are
 * shown.
 */
function cleanComment(viewer: Viewer, text: string): string {
  return cleanTitle(text, { unfiltered: viewer.can('unfiltered_html') });
}

const noteStatuses = ['resolved', 'reopen'];

/** True for a note that sets the status of its parent. Such a note needs no text. */
const mayLackText = ({ type, noteStatus }: CommentInput) => type === 'note' && noteStatus !== undefined && noteStatus !== null;

/** Throws `not_in_enum` for an unknown note status. */
export function checkNoteStatus({ noteStatus }: CommentInput): void {
  if (noteStatus !== undefined && noteStatus !== null && !noteStatuses.includes(noteStatus))
    throw invalid('not_in_enum', `The status of a note must be ${noteStatuses.join(' or ')}.`);
}

/**
 * Returns the cleaned strings of an input. Throws `comment_text_invalid` if the comment has no text, `comment_…_column_length` if a string is too
 * long, and `invalid_arguments` if the email address is malformed. `argument` is the name of the argument for the error.
 */
export function cleanCommentFields(viewer: Viewer, input: CommentInput, argument: string): CommentFields {
  const texts: CommentFields = {};
  const setText = (name: keyof CommentFields, read: (text: string) => string) => {
    const text = input[name];
    if (text !== undefined && text !== null) texts[name] = read(text.replaceAll('\0', ''));
  };
  setText('authorName', cleanText);
  setText('authorEmail', (text) => text.trim().toLowerCase());
  setText('authorUrl', toWebUrl);
  setText('authorIp', (text) => text.trim());
  setText('authorAgent', (text) => cleanText(text).slice(0, 254));
  setText('content', (text) => cleanComment(viewer, text));
  if (texts.content === '' && !mayLackText(input)) throw invalid('comment_text_invalid', 'Invalid comment content.');
  if (texts.authorEmail && !isEmail(texts.authorEmail))
    throw invalidArguments({ [`${argument}.authorEmail`]: { code: 'email_malformed', message: 'Invalid email address.' } });
  for (const [name, max] of Object.entries(maxLengths)) {
    if ((texts[name as keyof typeof maxLengths] ?? '').length > max)
      throw invalid(
        `comment_${namesInCodes[name as keyof typeof maxLengths]}_column_length`,
        'Comment field exceeds maximum length allowed.',
      );
  }
  return texts;
}

/** A new status. `former` restores the status before `spam` or `trash`. */
export type StatusChange = CommentStatus | 'former';

const statusChanges: Readonly<Record<string, StatusChange>> = {
  approved: 'approved',
  approve: 'approved',
  1: 'approved',
  hold: 'hold',
  0: 'hold',
  spam: 'spam',
  trash: 'trash',
  unspam: 'former',
  untrash: 'former',
};

/** Returns the change for the status of an input. Throws `invalid_arguments` for an unknown status. */
export function parseStatusChange(status: string, argument: string): StatusChange {
  const change = Object.hasOwn(statusChanges, status) ? statusChanges[status] : undefined;
  if (!change)
    throw invalidArguments({
      [`${argument}.status`]: { code: 'not_in_enum', message: 'status is not one of approved, hold, spam, and trash.' },
    });
  return change;
}

/** Returns the status after a change, and the former status to restore later. */
export function computeStatus(
  change: StatusChange,
  stored: { status: CommentStatus; statusBefore: string | null },
): { status: CommentStatus; statusBefore: string | null } {
  const isSetAside = (status: string | null) => status === 'spam' || status === 'trash';
  if (change === 'former') {
    if (!isSetAside(stored.status)) return stored;
    return { status: stored.statusBefore === 'approved' ? 'approved' : 'hold', statusBefore: null };
  }
  if (!isSetAside(change)) return { status: change, statusBefore: null };
  return { status: change, statusBefore: isSetAside(stored.status) ? stored.statusBefore : stored.status };
}
