import { checkDelete, checkUpdate, requireKind } from '#app/domains/content/content.access.ts';
import { attachment } from '#app/domains/content/kinds.ts';
import type { MediaRecord } from '#app/domains/content/media.service.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { refused } from '#app/core/failures/failure.ts';
import { addMedia, changeMedia, removeMedia } from '#app/domains/media/library.service.ts';
import { checkParent, checkUpload } from '#app/domains/media/media.access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { MediaItem } from '../content/content.ts';
import { createContentFinder } from '../content/content-finder.ts';
import { MediaChanges, MediaDraft, toMediaInput } from './media.inputs.ts';

const DeletedMediaItem = builder.objectRef<{ content: ContentRecord; media: MediaRecord | null }>('DeletedMediaItem').implement({
  description: 'The deleted file.',
  fields: (t) => ({
    isDeleted: t.boolean({ description: 'True once the object is deleted; null if the mutation was refused.', resolve: () => true }),
    previous: t.expose('content', { type: MediaItem, description: 'The item before it was deleted; its files no longer exist.' }),
  }),
});

builder.mutationFields((t) => ({
  uploadMedia: t.field({
    type: MediaItem,
    description:
      'Uploads a file to the library. Images are rotated upright and stored in several sizes without camera metadata. A file whose content does not match its type is refused.',
    args: {
      file: t.arg({ type: 'Upload', required: true, description: 'The file to upload.' }),
      draft: t.arg({ type: MediaDraft, description: 'Metadata of the file.' }),
    },
    ...guard(({ draft }: { draft?: object | null | undefined }, context) =>
      checkUpload(context.viewer, toMediaInput(draft ?? {}).parentId, createContentFinder(context)),
    ),
    resolve: async (_root, { file, draft }, { site, viewer, load }) => {
      const item = await addMedia(site, viewer, file, toMediaInput(draft ?? {}));
      load.updateCachedContent(item.id, item);
      return item;
    },
  }),
  updateMedia: t.field({
    type: MediaItem,
    description: 'Changes the metadata of a file; the file itself never changes.',
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      changes: t.arg({ type: MediaChanges, required: true, description: 'The fields to change.' }),
    },
    ...guard(async ({ id, changes }: { id: number; changes?: object }, context) => {
      const { site, viewer, load } = context;
      // a call without changes only checks the permission, to compute the header `Allow`
      if (!changes && !viewer.signedIn) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this file.');
      const stored = requireKind(attachment, await load.content.load(id));
      const input = toMediaInput(changes ?? {});
      await checkUpdate(site, viewer, attachment, stored, input);
      if (input.parentId !== stored.parentId) await checkParent(viewer, input.parentId, createContentFinder(context), 'changes');
    }),
    resolve: async (_root, { id, changes }, { site, viewer, load }) => {
      const item = await changeMedia(site, viewer, id, toMediaInput(changes));
      load.updateCachedContent(id, item);
      return item;
    },
  }),
  deleteMedia: t.field({
    type: DeletedMediaItem,
    description: 'Deletes a file permanently, in all sizes. Files have no trash.',
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...guard(async ({ id }: { id: number }, { viewer, load }) => checkDelete(viewer, requireKind(attachment, await load.content.load(id)))),
    resolve: async (_root, { id }, { site, load }) => {
      const removed = await removeMedia(site, id);
      load.updateCachedContent(id, null);
      load.media.clear(id).prime(id, removed.media);
      return removed;
    },
  }),
}));
