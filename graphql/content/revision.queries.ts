import { checkReadRevisions } from '#app/domains/content/content.access.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { findRevision, listRevisions, loadRevisionPage } from '#app/domains/content/revisions.service.ts';
import { notFound } from '#app/core/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { pageComplexity, pageOf } from '../connections/page.ts';
import { pageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { Revision } from './revision.ts';

interface RevisionWish {
  contentId: number;
  kind?: string | null | undefined;
}

async function parentOf({ contentId, kind }: RevisionWish, { load }: Context): Promise<ContentRecord> {
  const content = await load.content.load(contentId);
  if (!content || (kind && content.kind !== kind)) throw notFound('parent_not_found', 'Invalid post parent ID.');
  return content;
}

const editors = guard(async (wish: RevisionWish, context) => checkReadRevisions(context.viewer, await parentOf(wish, context)));
const kindText = 'Refuse content of another kind: `post`, `page`.';
const contentIdText = 'Number of the content.';

builder.queryField('revisions', (t) =>
  t.field({
    type: [Revision],
    description: 'Earlier texts of a content, newest first; for its editors.',
    args: { contentId: t.arg.int({ required: true, description: contentIdText }) },
    ...editors,
    resolve: (_root, { contentId }, { site }) => listRevisions(site, contentId),
  }),
);

const RevisionPage = pageType('Revision', Revision, 'revisions');

builder.queryField('revisionPage', (t) =>
  t.field({
    type: RevisionPage,
    description: 'Earlier texts of a content, newest first, page by page; for its editors.',
    args: {
      contentId: t.arg.int({ required: true, description: contentIdText }),
      kind: t.arg.string({ description: kindText }),
      page: t.arg.int({ defaultValue: 1, description: 'Which page, from 1.' }),
      perPage: t.arg.int({ description: 'Revisions of a page, at most 100; left out = all of them.' }),
    },
    complexity: pageComplexity,
    ...editors,
    resolve: async (_root, { perPage, page, ...wish }, context) => {
      const part = pageOf({ page, perPage });
      const { id, revisionCount } = await parentOf(wish, context);
      return loadRevisionPage(context.site, id, revisionCount, { page: part.page, perPage: perPage ?? null });
    },
  }),
);

builder.queryField('revision', (t) =>
  t.field({
    type: Revision,
    description: 'One earlier text of a content; for its editors.',
    args: {
      contentId: t.arg.int({ required: true, description: contentIdText }),
      kind: t.arg.string({ description: kindText }),
      id: t.arg.int({ required: true, description: 'Its number.' }),
    },
    ...editors,
    resolve: async (_root, { contentId, id }, { site }) => {
      const revision = await findRevision(site, id);
      if (!revision) throw notFound('content_not_found', 'Invalid revision ID.');
      if (revision.contentId !== contentId) throw notFound('revision_of_other_content', 'The revision does not belong to this content.');
      return revision;
    },
  }),
);
