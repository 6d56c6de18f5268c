import { checkCreate, checkDelete, checkStatusAndTemplate, checkUpdate, requireKind } from '#app/domains/content/content.access.ts';
import { createContent, updateContent, deletePermanently, moveToTrash } from '#app/domains/content/content.service.ts';
import { page as pageKind } from '#app/domains/content/kinds.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { invalid, refused } from '#app/core/failures/failure.ts';
import { checkParentPage } from '#app/domains/content/site-pages/page.access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { createContentFinder } from '../content/content-finder.ts';
import { Page } from '../content/post.ts';
import type { Context } from '../context.ts';
import { PageChanges, PageDraft, toPageInput } from './page.inputs.ts';

/** Puts the changed page into the loaders, and returns it with the fields that a password protects. */
function cachePage(page: ContentRecord, { load }: Context): ContentRecord {
  load.updateCachedContent(page.id, page);
  return { ...page, unlocked: true };
}

async function checkMayDelete({ id }: { id: number }, { viewer, load }: Context): Promise<void> {
  checkDelete(viewer, requireKind(pageKind, await load.content.load(id)));
}

const DeletedPage = builder.objectRef<ContentRecord>('DeletedPage').implement({
  description: 'The deleted page.',
  fields: (t) => ({
    isDeleted: t.boolean({ description: 'True once the page is deleted; null if the mutation was refused.', resolve: () => true }),
    previous: t.field({ type: Page, description: 'The page before it was deleted.', resolve: (page) => page }),
  }),
});

builder.mutationFields((t) => ({
  createPage: t.field({
    type: Page,
    description: 'Creates a page, as a draft by default.',
    args: { draft: t.arg({ type: PageDraft, required: true, description: 'The page to create.' }) },
    ...guard(
      async ({ draft }: { draft?: object }, context) => {
        if (draft && (draft as { id?: number | null }).id) throw invalid('content_exists', 'Cannot create existing post.');
        const input = toPageInput(draft ?? {});
        await checkCreate(context.site, context.viewer, pageKind, input);
        await checkParentPage(null, input.parentId, createContentFinder(context));
      },
      ({ draft }) => checkStatusAndTemplate(pageKind, toPageInput(draft ?? {}), 'draft', async () => null),
    ),
    resolve: async (_root, { draft }, context) =>
      cachePage(await createContent(context.site, context.viewer, pageKind, toPageInput(draft)), context),
  }),
  updatePage: t.field({
    type: Page,
    description: 'Changes a page; absent fields are unchanged. Setting a status restores the page from the trash.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      changes: t.arg({ type: PageChanges, required: true, description: 'The fields to change.' }),
    },
    ...guard(
      async ({ id, changes }: { id: number; changes?: object }, context) => {
        const { site, viewer, load } = context;
        // a call without changes only checks the permission, for `Allow`
        if (!changes && !viewer.signedIn) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this post.');
        const stored = requireKind(pageKind, await load.content.load(id));
        const input = toPageInput(changes ?? {});
        await checkUpdate(site, viewer, pageKind, stored, input);
        await checkParentPage(id, input.parentId, createContentFinder(context));
      },
      ({ id, changes }, { load }) => checkStatusAndTemplate(pageKind, toPageInput(changes ?? {}), 'changes', () => load.content.load(id)),
    ),
    resolve: async (_root, { id, changes }, context) =>
      cachePage(await updateContent(context.site, context.viewer, pageKind, id, toPageInput(changes)), context),
  }),
  trashPage: t.field({
    type: Page,
    description: 'Moves a page to the trash, where it stays for the number of days in the setting `trash_days`.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...guard(checkMayDelete),
    resolve: async (_root, { id }, context) => cachePage(await moveToTrash(context.site, context.viewer, pageKind, id), context),
  }),
  deletePage: t.field({
    type: DeletedPage,
    description: 'Deletes a page with its revisions permanently. Child pages move to the parent of the deleted page.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...guard(checkMayDelete),
    resolve: async (_root, { id }, context) => {
      const previous = await deletePermanently(context.site, pageKind, id);
      context.load.updateCachedContent(id, null);
      return { ...previous, unlocked: true };
    },
  }),
}));
