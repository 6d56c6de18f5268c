import { checkCreateComment, checkEditComment, commentExists, NOTE } from '#app/domains/comments/comment.access.ts';
import type { CommentRecord } from '#app/domains/comments/comment.record.ts';
import type { CommentInput } from '#app/domains/comments/comment.rules.ts';
import { createComment, changeComment, deleteComment, moveCommentToTrash } from '#app/domains/comments/comment.service.ts';
import { invalid, notFound, refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder, type InputFields } from '../builder.ts';
import { createContentFinder } from '../content/content-finder.ts';
import type { Context } from '../context.ts';
import { Comment } from './comment.ts';
import { getCommentLoaders, requireComment } from './loaders.ts';
import { commentStatusChanges, writableCommentTypes, noteStatuses } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { legacyOnly } from '../compatibility.ts';
import { nulls } from '../public/nulls.ts';
import { declareFormerName, deprecateUtcInput } from '../public/former-names.ts';

const writeFields = (t: InputFields) => ({
  contentId: t.int({ description: 'ID of the content item.' }),
  parentId: t.int({ description: 'ID of the comment to reply to, on the same content item; null if the comment is not a reply.' }),
  content: t.string({ description: 'Text of the comment; links and simple formatting are kept.' }),
  authorId: t.int({ description: 'ID of the author; your own ID for a new comment by default. Only moderators may name other users.' }),
  authorName: t.string({ description: 'Name of the author; your name by default.' }),
  authorEmail: t.string({ description: 'Email address of the author; only moderators can read it.' }),
  authorUrl: t.string({ description: 'Website of the author.' }),
  authorIp: t.string({ description: 'IP address of the author; for moderators.' }),
  authorAgent: t.string({ description: "User agent of the author's browser." }),
  status: t.string({
    ...oneOf(commentStatusChanges, 'New status, for moderators.', {
      old: 'New status, for moderators: `approved`, `hold`, `spam`, `trash`, `unspam` or `untrash`.',
    }),
  }),
  date: t.string({
    description:
      'Date in the form `YYYY-MM-DDTHH:MM:SS`, in the time zone of the site, or with the UTC offset of another time zone. Takes precedence over `dateUtc`.',
  }),
  dateUtc: t.string({ ...deprecateUtcInput('date'), description: 'The value of `date` in UTC.' }),
});

const CommentMeta = builder.inputType('CommentMeta', {
  ...legacyOnly('The state of a note is in `noteStatus`.'),
  description: 'Meta keys of a comment.',
  fields: (t) => ({ noteStatus: t.string({ description: 'State of a note.' }) }),
});

const noteFields = (t: InputFields) => ({
  noteStatus: t.string({ ...oneOf(noteStatuses, 'State of a note; only for comments of the type `NOTE`.') }),
  meta: t.field({
    ...legacyOnly('The state of a note is in `noteStatus`.'),
    type: CommentMeta,
    description: 'Meta keys, which take precedence over the other fields.',
  }),
});

const CommentDraft = builder.inputType('CommentDraft', {
  description: 'A new comment.',
  fields: (t) => ({
    id: t.int({ description: 'Must be absent: the site assigns IDs.' }),
    ...writeFields(t as never),
    ...noteFields(t as never),
    type: t.string({
      ...oneOf(writableCommentTypes, 'Type of the comment; `COMMENT` by default. Users who may edit the post or page can write notes.', {
        old: 'Type of the comment: `comment`, or `note` for users who may edit the post or page.',
      }),
    }),
  }),
});

const CommentChanges = builder.inputType('CommentChanges', {
  ...nulls({
    clearedBy: { parentId: 0, authorName: '', authorEmail: '', authorUrl: '', authorIp: '', authorAgent: '' },
    handledByResolver: ['noteStatus'],
  }),
  description: 'The fields of a comment to change.',
  fields: (t) => ({
    ...writeFields(t as never),
    ...noteFields(t as never),
    type: t.string({ ...legacyOnly('The type of a comment never changes.'), description: 'Must be the current type of the comment.' }),
  }),
});

interface CommentFields extends Omit<CommentInput, 'userId'> {
  id?: number | null | undefined;
  authorId?: number | null | undefined;
  type?: string | null | undefined;
  meta?: { noteStatus?: string | null | undefined } | null | undefined;
}

function toCommentInput(input: object): CommentInput & { id?: number | null | undefined; type?: string | null | undefined } {
  const { authorId, meta, ...fields } = input as CommentFields;
  return { ...fields, ...meta, userId: authorId };
}

/** Caches a saved comment for the rest of the request, and returns it. */
function cacheComment(comment: CommentRecord, context: Context): CommentRecord {
  getCommentLoaders(context).comment.clear(comment.id).prime(comment.id, comment);
  return comment;
}

const editorGuard = guard(async ({ id }: { id: number }, context) =>
  checkEditComment(context.viewer, await requireComment(id, context), createContentFinder(context)),
);

/** Declares a mutation that sets the status of a comment. */
function declareStatusMutation(name: string, status: string, description: string): void {
  builder.mutationField(name, (t) =>
    t.field({
      type: Comment,
      description: `${description} For moderators and for users who may edit its content.`,
      args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
      ...editorGuard,
      resolve: async (_root, { id }, context) => cacheComment(await changeComment(context.site, context.viewer, id, { status }), context),
    }),
  );
}

declareStatusMutation('approveComment', 'approved', 'Approves a comment.');
declareStatusMutation('holdComment', 'hold', 'Returns a comment to the moderation queue.');
declareStatusMutation('markCommentAsSpam', 'spam', 'Marks a comment as spam.');
declareStatusMutation('restoreComment', 'untrash', 'Restores a comment from the trash or from spam.');

const deleterGuard = guard(async ({ id }: { id: number }, context) =>
  checkEditComment(context.viewer, await requireComment(id, context), createContentFinder(context), 'cannot_delete'),
);

const DeletedComment = builder.objectRef<CommentRecord>('DeletedComment').implement({
  description: 'The deleted comment.',
  fields: (t) => ({
    isDeleted: t.boolean({ description: 'True once the object is deleted; null if the mutation was refused.', resolve: () => true }),
    previous: t.field({ type: Comment, description: 'The comment before it was deleted.', resolve: (comment) => comment }),
  }),
});

builder.mutationFields((t) => ({
  createComment: t.field({
    ...declareFormerName('addComment'),
    type: Comment,
    description:
      'Creates a comment. It is published at once if you may moderate, or if one of your comments was approved before; otherwise it waits for a moderator.',
    args: {
      draft: t.arg({ type: CommentDraft, required: true, description: 'The comment to create.' }),
      password: t.arg.string({ description: 'Password of the content item; required if it has one.' }),
    },
    ...guard(async ({ draft, password }: { draft?: object; password?: string | null | undefined }, context) => {
      const { site, viewer, client } = context;
      // a call without a draft only checks the permission, to compute the header `Allow`
      if (!draft || Object.keys(draft).length === 0) {
        if (!viewer.signedIn) await checkCreateComment(site, viewer, client, {}, createContentFinder(context));
        return;
      }
      await checkCreateComment(site, viewer, client, { ...toCommentInput(draft), password }, createContentFinder(context));
    }),
    resolve: async (_root, { draft }, context) => {
      const { id, type, ...input } = toCommentInput(draft);
      if (id) throw commentExists();
      if (type && type !== 'comment' && type !== NOTE) throw invalid('comment_type_unknown', 'Cannot create a comment with that type.');
      if (!input.contentId)
        await checkCreateComment(context.site, context.viewer, context.client, { ...input, type }, createContentFinder(context));
      return await createComment(context.site, context.viewer, context.client, input.contentId ?? 0, { ...input, type });
    },
  }),
  updateComment: t.field({
    type: Comment,
    description: 'Changes a comment; for moderators and for users who may edit its content.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      changes: t.arg({ type: CommentChanges, required: true, description: 'The fields to change.' }),
    },
    ...guard(async ({ id, changes }: { id: number; changes?: object }, context) => {
      // a call without changes only checks the permission, to compute the header `Allow`
      if (!changes && !context.viewer.signedIn)
        throw refused(context.viewer, 'cannot_edit', 'Sorry, you are not allowed to change this comment.');
      await checkEditComment(context.viewer, await requireComment(id, context), createContentFinder(context));
    }),
    resolve: async (_root, { id, changes }, context) => {
      const { type, ...input } = toCommentInput(changes);
      if (type && type !== (await requireComment(id, context)).type)
        throw notFound('comment_type_fixed', 'Sorry, you are not allowed to change the comment type.');
      return cacheComment(await changeComment(context.site, context.viewer, id, input), context);
    },
  }),
  trashComment: t.field({
    type: Comment,
    description: 'Moves a comment to the trash. For moderators and for users who may edit its content.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...deleterGuard,
    resolve: async (_root, { id }, context) => cacheComment(await moveCommentToTrash(context.site, id), context),
  }),
  deleteComment: t.field({
    type: DeletedComment,
    description: 'Deletes a comment permanently; its replies are kept. For moderators and for users who may edit its content.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...deleterGuard,
    resolve: async (_root, { id }, context) => {
      const previous = await deleteComment(context.site, id);
      getCommentLoaders(context).comment.clear(id);
      return previous;
    },
  }),
}));
