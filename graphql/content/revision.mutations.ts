import { checkDeleteRevisions } from '#app/domains/content/content.access.ts';
import { deleteRevision, requireRevision, type RevisionRecord } from '#app/domains/content/revisions.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { Revision } from './revision.ts';
import { contentIdDescription, kindArgument, requireParent, type RevisionOptions } from './revision.queries.ts';

const DeletedRevision = builder.objectRef<{ previous: RevisionRecord }>('DeletedRevision').implement({
  description: 'The deleted revision.',
  fields: (t) => ({
    isDeleted: t.boolean({ description: 'True once the object is deleted; null if the mutation was refused.', resolve: () => true }),
    previous: t.expose('previous', { type: Revision, description: 'The revision before it was deleted.' }),
  }),
});

builder.mutationField('deleteRevision', (t) =>
  t.field({
    type: DeletedRevision,
    description: 'Deletes a revision of a content item permanently; the content is not changed. For users who may delete the content.',
    args: {
      contentId: t.arg.int({ required: true, description: contentIdDescription }),
      kind: t.arg.string(kindArgument),
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
    },
    ...guard(async ({ id, ...options }: RevisionOptions & { id?: number }, context) => {
      checkDeleteRevisions(context.viewer, await requireParent(options, context));
      if (id !== undefined)
        requireRevision(
          await context.site.db.prisma.revision.findUnique({ where: { id }, select: { contentId: true } }),
          options.contentId,
        );
    }),
    resolve: async (_root, { contentId, id }, { site, load }) => {
      const previous = await deleteRevision(site, contentId, id);
      load.content.clear(contentId);
      return { previous };
    },
  }),
);
