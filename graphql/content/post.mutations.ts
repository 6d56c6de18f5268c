import { checkCreate, checkDelete, checkStatusAndTemplate, checkUpdate, requireKind } from '#app/domains/content/content.access.ts';
import { createContent, updateContent, deletePermanently, moveToTrash } from '#app/domains/content/content.service.ts';
import { post as postKind } from '#app/domains/content/kinds.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { invalid, refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { toContentInput, PostChanges, PostDraft } from './inputs.ts';
import { Post } from './post.ts';

/** Caches a saved post, and returns it with the texts that its password protects. */
function cachePost(post: ContentRecord, { load }: Context): ContentRecord {
  load.updateCachedContent(post.id, post);
  return { ...post, unlocked: true };
}

async function checkMayDelete({ id }: { id: number }, { viewer, load }: Context): Promise<void> {
  checkDelete(viewer, requireKind(postKind, await load.content.load(id)));
}

const DeletedPost = builder.objectRef<ContentRecord>('DeletedPost').implement({
  description: 'The deleted post.',
  fields: (t) => ({
    isDeleted: t.boolean({ description: 'True once the object is deleted; null if the mutation was refused.', resolve: () => true }),
    previous: t.field({ type: Post, description: 'The post before it was deleted.', resolve: (post) => post }),
  }),
});

builder.mutationFields((t) => ({
  createPost: t.field({
    type: Post,
    description: 'Creates a post; a draft unless a status is given.',
    args: { draft: t.arg({ type: PostDraft, required: true, description: 'The post to create.' }) },
    ...guard(
      async ({ draft }: { draft?: object }, { site, viewer }) => {
        if (draft && (draft as { id?: number | null }).id) throw invalid('content_exists', 'Cannot create existing post.');
        await checkCreate(site, viewer, postKind, toContentInput(draft ?? {}));
      },
      ({ draft }) => checkStatusAndTemplate(postKind, toContentInput(draft ?? {}), 'draft', async () => null),
    ),
    resolve: async (_root, { draft }, context) =>
      cachePost(await createContent(context.site, context.viewer, postKind, toContentInput(draft)), context),
  }),
  updatePost: t.field({
    type: Post,
    description: 'Changes a post. Setting a status restores a post from the trash.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      changes: t.arg({ type: PostChanges, required: true, description: 'The fields to change.' }),
    },
    ...guard(
      async ({ id, changes }: { id: number; changes?: object }, { site, viewer, load }) => {
        // a call without changes only checks the permission, to compute the header `Allow`
        if (!changes && !viewer.signedIn) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this post.');
        const stored = requireKind(postKind, await load.content.load(id));
        await checkUpdate(site, viewer, postKind, stored, toContentInput(changes ?? {}));
      },
      ({ id, changes }, { load }) =>
        checkStatusAndTemplate(postKind, toContentInput(changes ?? {}), 'changes', () => load.content.load(id)),
    ),
    resolve: async (_root, { id, changes }, context) =>
      cachePost(await updateContent(context.site, context.viewer, postKind, id, toContentInput(changes)), context),
  }),
  trashPost: t.field({
    type: Post,
    description: 'Moves a post to the trash. The site deletes it permanently after some weeks.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...guard(checkMayDelete),
    resolve: async (_root, { id }, context) => cachePost(await moveToTrash(context.site, context.viewer, postKind, id), context),
  }),
  deletePost: t.field({
    type: DeletedPost,
    description: 'Deletes a post with its revisions permanently.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...guard(checkMayDelete),
    resolve: async (_root, { id }, context) => {
      const previous = await deletePermanently(context.site, postKind, id);
      context.load.updateCachedContent(id, null);
      return { ...previous, unlocked: true };
    },
  }),
}));
