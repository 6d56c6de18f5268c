import { canEditComment, canReadComment, canModerate, NOTE, canReadText } from '#app/domains/comments/comment.access.ts';
import type { CommentRecord } from '#app/domains/comments/comment.record.ts';
import { buildCommentUrl, renderComment } from '#app/domains/comments/comment.rendering.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { Content } from '../content/content.ts';
import { loadWholeContent } from '../content/whole-content.ts';
import { FormattedText } from '../content/texts.ts';
import type { Context } from '../context.ts';
import { AvatarUrls } from '../users/avatar.ts';
import { User } from '../users/user.ts';
import { getCommentLoaders } from './loaders.ts';
import { zeroAsNull, oneOf } from '../public/public-mapping.ts';
import { commentTypes, noteStatuses } from './enum-definitions.ts';
import { deprecateUtcField } from '../public/former-names.ts';

const CommentStatus = builder.enumType('CommentStatus', {
  description: 'Moderation status of a comment.',
  values: {
    APPROVED: { value: 'approved', description: 'The comment is public.' },
    HOLD: { value: 'hold', description: 'The comment waits for a moderator.' },
    SPAM: { value: 'spam', description: 'The comment is marked as spam.' },
    TRASH: { value: 'trash', description: 'The comment is in the trash.' },
  } as const,
});

/** Creates a resolver that returns a value to moderators only, and null to other users. */
const forModerators =
  <T>(getValue: (comment: CommentRecord) => T) =>
  (comment: CommentRecord, _args: object, { viewer }: Context): T | null =>
    canModerate(viewer) ? getValue(comment) : null;

/** Returns the comment if the viewer may read it, otherwise null. */
async function nullUnlessReadable(comment: CommentRecord | null, { viewer, load }: Context): Promise<CommentRecord | null> {
  if (!comment) return null;
  const content = await load.content.load(comment.contentId);
  return content && (comment.type === NOTE || canReadText(viewer, content)) && canReadComment(viewer, comment, content) ? comment : null;
}

const moderatorsOnly = 'Null unless you moderate comments.';

/** GraphQL type of the model `Comment`. */
export const Comment = builder.prismaObject('Comment', {
  description: 'A comment on a content item.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the comment, unique among comments.' }),
    content: t.field({
      type: FormattedText,
      description: 'Text of the comment.',
      resolve: async (comment, _args, { viewer, load }) => ({
        raw: canEditComment(viewer, await load.content.load(comment.contentId)) ? comment.content : null,
        rendered: () => renderComment(comment),
      }),
    }),
    status: t.expose('status', { type: CommentStatus, description: 'Moderation status of the comment.' }),
    type: t.exposeString('type', {
      ...oneOf(commentTypes, 'Type of the comment.', {
        old: 'Type of the comment: `comment`, or `pingback` or `trackback` for a link from another site.',
        otherwise: 'comment',
      }),
    }),
    statusName: t.exposeString('status', {
      ...legacy({ use: 'status' }),
      description: 'The status in lower case, as the REST API returns it.',
    }),
    contentId: t.int({
      description: 'ID of the content item.',
      args: {
        kind: t.arg.string({
          ...legacyOnly('`about { __typename }` is the type of the content.'),
          description: 'Kind of content, such as `post`: the field is 0 if the comment is about content of another kind.',
        }),
      },
      resolve: async (comment, { kind }, { load }) =>
        kind && (await load.content.load(comment.contentId))?.kind !== kind ? 0 : comment.contentId,
    }),
    about: t.field({
      type: Content,
      nullable: true,
      description: 'Content that the comment is about; null if you may not read it.',
      resolve: async (comment, _args, context) => {
        const content = await context.load.content.load(comment.contentId);
        return content && (await loadWholeContent(content, context));
      },
    }),
    parentId: t.int({
      ...zeroAsNull('ID of the comment that this one replies to; null if the comment is not a reply.'),
      resolve: (comment) => comment.parentId ?? 0,
    }),
    isAnswered: t.boolean({
      description: 'Whether the comment has approved replies.',
      args: {
        asNote: t.arg.boolean({
          ...legacyOnly('`type` is the type of the comment.'),
          description: 'If true, the field is false for comments that are not notes; if false, it is false for notes.',
        }),
      },
      resolve: (comment, { asNote }, context) =>
        typeof asNote === 'boolean' && asNote !== (comment.type === NOTE) ? false : getCommentLoaders(context).isAnswered.load(comment.id),
    }),
    authorId: t.int({
      ...zeroAsNull('ID of the user who wrote the comment; null for visitors.'),
      resolve: (comment) => comment.userId ?? 0,
    }),
    author: t.prismaField({
      type: User,
      nullable: true,
      description: 'The user who wrote the comment; null for visitors.',
      resolve: (query, { userId }, _args, { load }) => load.selectedUser(userId, query),
    }),
    authorName: t.exposeString('authorName', { description: 'Name of the author.' }),
    authorUrl: t.exposeString('authorUrl', { description: 'Website of the author; may be empty.' }),
    authorEmail: t.string({
      nullable: true,
      description: `Email address of the author. ${moderatorsOnly}`,
      resolve: forModerators((comment) => comment.authorEmail),
    }),
    authorIp: t.string({
      nullable: true,
      description: `IP address of the author. ${moderatorsOnly}`,
      resolve: forModerators((comment) => comment.authorIp),
    }),
    authorAgent: t.string({
      nullable: true,
      description: `User agent of the author's browser. ${moderatorsOnly}`,
      resolve: forModerators((comment) => comment.authorAgent),
    }),
    avatarUrls: t.field({
      type: AvatarUrls,
      description: 'URLs of the author’s picture in three sizes.',
      resolve: (comment) => ({ id: comment.userId ?? 0 }),
    }),
    date: t.expose('createdLocal', { type: 'LocalDateTime', description: 'When the comment was written, in the time zone of the site.' }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the comment was written.' }),
    dateUtc: t.expose('createdUtc', {
      type: 'LocalDateTime',
      description: 'The value of `date` in UTC.',
      ...deprecateUtcField('createdAt'),
    }),
    link: t.string({
      description: 'URL of the comment on the page of its content; empty if the content no longer exists.',
      resolve: async (comment, _args, { load, site }) => {
        const content = await load.content.load(comment.contentId);
        return content ? buildCommentUrl(site, comment, content) : '';
      },
    }),
    meta: t.field({
      type: 'JSON',
      description: 'Registered meta keys with their values; no key is registered for comments.',
      args: {
        noteStatusAs: t.arg.string({
          ...legacyOnly('The state of a note is in `noteStatus`.'),
          description: 'Key of the state of notes.',
        }),
      },
      resolve: ({ type, noteStatus }, { noteStatusAs }) => (noteStatusAs && type === NOTE ? { [noteStatusAs]: noteStatus } : {}),
    }),
    noteStatus: t.exposeString('noteStatus', {
      ...oneOf(noteStatuses, 'State of a note; null while it is open, and for other types of comments.'),
      nullable: true,
    }),
    viewerCanModerate: t.boolean({
      description: 'Whether you may change and delete the comment.',
      resolve: async (comment, _args, { viewer, load }) => canEditComment(viewer, await load.content.load(comment.contentId)),
    }),
  }),
});

builder.prismaObjectField('Comment', 'parent', (t) =>
  t.field({
    type: Comment,
    nullable: true,
    description: 'The comment that this one replies to; null if the comment is not a reply, or if you may not read that comment.',
    resolve: async (comment, _args, context) =>
      comment.parentId === null ? null : nullUnlessReadable(await getCommentLoaders(context).comment.load(comment.parentId), context),
  }),
);

builder.nodeRef(Comment, {
  id: { resolve: (comment: CommentRecord) => comment.id },
  loadMany: async (ids, context) =>
    Promise.all(ids.map(async (id) => nullUnlessReadable(await getCommentLoaders(context).comment.load(Number(id)), context))),
});

builder.interfaceField(Content, 'commentCount', (t) =>
  t.int({
    description: 'Number of approved comments.',
    resolve: (content, _args, context) => getCommentLoaders(context).count.load(content.id),
  }),
);
