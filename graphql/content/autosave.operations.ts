import { notFound } from '#app/core/failures/failure.ts';
import { saveAutosave } from '#app/domains/content/autosaves.service.ts';
import { checkAutosave, checkReadRevisions } from '#app/domains/content/content.access.ts';
import { getKind } from '#app/domains/content/kinds.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Autosave } from './autosave.ts';
import { nulls } from '../public/nulls.ts';
import { declareFormerName } from '../public/former-names.ts';
import { contentIdDescription, kindArgument, type RevisionOptions } from './revision.queries.ts';

/** Returns the content item if it exists, has the requested kind and supports autosaves, otherwise null. */
async function findContent({ contentId, kind }: RevisionOptions, { load }: Context): Promise<ContentRecord | null> {
  const content = await load.content.load(contentId);
  return content && (!kind || content.kind === kind) && getKind(content.kind).hasRevisions ? content : null;
}

const editorsOnly = guard(async (options: RevisionOptions, context) => {
  const content = await findContent(options, context);
  if (!content) throw notFound('parent_not_found', 'Invalid post parent ID.');
  checkReadRevisions(context.viewer, content);
});

builder.queryFields((t) => ({
  autosaves: t.prismaField({
    type: [Autosave],
    description: 'Autosaves of a content item, newest first; for its editors.',
    args: {
      contentId: t.arg.int({ required: true, description: contentIdDescription }),
      kind: t.arg.string(kindArgument),
    },
    ...editorsOnly,
    resolve: (query, _root, { contentId }, { site }) =>
      site.db.prisma.autosave.findMany({ ...query, where: { contentId }, orderBy: [{ savedUtc: 'desc' }, { id: 'desc' }] }),
  }),
  autosave: t.prismaField({
    type: Autosave,
    description: 'One autosave of a content item; for its editors.',
    args: {
      contentId: t.arg.int({ required: true, description: contentIdDescription }),
      kind: t.arg.string(kindArgument),
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
    },
    ...editorsOnly,
    resolve: async (query, _root, { contentId, id }, { site }) => {
      const autosave = await site.db.prisma.autosave.findUnique({ ...query, where: { id, contentId } });
      if (!autosave) throw notFound('autosave_not_found', 'There is no autosave revision for this post.');
      return autosave;
    },
  }),
}));

const AutosaveInput = builder.inputType('AutosaveInput', {
  ...nulls({ clearedBy: { title: '', body: '', excerpt: '' } }),
  description: 'Unsaved texts to store. For texts that are absent, your first autosave contains those of the content item.',
  fields: (t) => ({
    title: t.string({ description: 'The unsaved title.' }),
    body: t.string({ description: 'Unsaved text as HTML or blocks. Markup that you may not write is removed.' }),
    excerpt: t.string({ description: 'The unsaved excerpt.' }),
  }),
});

builder.mutationField('saveAutosave', (t) =>
  t.field({
    ...declareFormerName('keepAutosave'),
    type: Autosave,
    description:
      'Saves unsaved texts of a content item without changing the content item, and replaces your previous autosave. If the content item is your own draft, the draft itself is changed.',
    args: {
      contentId: t.arg.int({ required: true, description: contentIdDescription }),
      kind: t.arg.string(kindArgument),
      texts: t.arg({ type: AutosaveInput, required: true, description: 'The unsaved texts.' }),
    },
    ...guard(async (options: RevisionOptions, context) => {
      const content = await findContent(options, context);
      if (!content) throw notFound('content_not_found', 'Invalid post ID.');
      checkAutosave(context.viewer, content);
    }),
    resolve: async (_root, { contentId, kind, texts: { body, ...texts } }, context) => {
      const content = await findContent({ contentId, kind }, context);
      if (!content) throw notFound('content_not_found', 'Invalid post ID.');
      const autosave = await saveAutosave(context.site, context.viewer, getKind(content.kind), contentId, { ...texts, content: body });
      if (autosave.contentId === 0) context.load.content.clear(contentId);
      return autosave;
    },
  }),
);
