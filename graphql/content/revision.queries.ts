import { checkReadRevisions } from '#app/domains/content/content.access.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { listRevisionPage } from '#app/domains/content/revision.list.ts';
import { requireRevision } from '#app/domains/content/revisions.service.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import { SortOrder } from '../connections/sort-order.ts';
import type { Context } from '../context.ts';
import { Revision } from './revision.ts';
import { contentKinds } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

/** Arguments that identify the content item to which revisions belong. */
export interface RevisionOptions {
  contentId: number;
  kind?: string | null | undefined;
}

/** Returns the content item to which the revisions belong. Throws 404 `parent_not_found` if it does not exist or has another kind. */
export async function requireParent({ contentId, kind }: RevisionOptions, { load }: Context): Promise<ContentRecord> {
  const content = await load.content.load(contentId);
  if (!content || (kind && content.kind !== kind)) throw notFound('parent_not_found', 'Invalid post parent ID.');
  return content;
}

const editorsOnly = guard(async (options: RevisionOptions, context) =>
  checkReadRevisions(context.viewer, await requireParent(options, context)),
);
/** Description and mapping of the argument `kind`. */
export const kindArgument = oneOf(contentKinds, 'Type of the content item. The request is refused if the item has another type.', {
  old: 'Type of the content item, `post` or `page`. The request is refused if the item has another type.',
});
/** Description of the argument `contentId`. */
export const contentIdDescription = 'ID of the content item.';

const RevisionOrder = builder.enumType('RevisionOrder', {
  description: 'Order of a list of revisions.',
  values: {
    DATE: { value: 'date' as const, description: 'By date of the revision.' },
    ID: { value: 'id' as const, description: 'By ID in the database.' },
    INCLUDE: { value: 'include' as const, description: 'The order of `include`.' },
    TITLE: { value: 'title' as const, description: 'By the title.' },
    RELEVANCE: { value: 'relevance' as const, description: 'By date; requires `search`.' },
    SLUG: { value: 'slug' as const, description: 'By ID, because the revisions of a content item share a slug.' },
    INCLUDE_SLUGS: { value: 'include_slugs' as const, description: 'By ID, because the revisions of a content item share a slug.' },
  },
});

const RevisionPage = createPageType('Revision', Revision, 'revisions');

builder.queryFields((t) => ({
  revisions: t.prismaField({
    type: [Revision],
    description: 'Revisions of a content item, newest first; for its editors.',
    args: { contentId: t.arg.int({ required: true, description: contentIdDescription }) },
    ...editorsOnly,
    resolve: (query, _root, { contentId }, { site }) =>
      site.db.prisma.revision.findMany({ ...query, where: { contentId }, orderBy: { id: 'desc' } }),
  }),
  revisionPage: t.field({
    type: RevisionPage,
    description: 'Revisions of a content item, newest first, page by page; for its editors.',
    args: {
      contentId: t.arg.int({ required: true, description: contentIdDescription }),
      kind: t.arg.string(kindArgument),
      page: t.arg.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
      perPage: t.arg.int({ description: 'Number of revisions on a page, at most 100; all of them by default.' }),
      offset: t.arg.int({ description: 'Number of items to skip; used instead of `page`.' }),
      offsetNeedsPages: t.arg.boolean({
        ...legacyOnly('An offset always applies, even without `perPage`.'),
        description: 'Whether the offset is validated but not applied without `perPage`.',
      }),
      search: t.arg.string({ description: 'Words that have to occur in title, text or excerpt.' }),
      include: t.arg.intList({ description: 'Only the revisions with these IDs.' }),
      exclude: t.arg.intList({ description: 'Excludes the revisions with these IDs; ignored with `include`.' }),
      orderBy: t.arg({ type: RevisionOrder, defaultValue: 'date', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'desc', description: 'The sort direction.' }),
    },
    complexity: pageComplexity,
    ...editorsOnly,
    resolve: async (_root, { perPage, page, orderBy, order, kind: _kind, ...options }, { site }) => {
      const part = selectPage({ page, perPage });
      return await listRevisionPage(site, {
        ...options,
        page: part.page,
        perPage: perPage ?? null,
        orderBy: orderBy ?? 'date',
        order: order ?? 'desc',
      });
    },
  }),
  revision: t.prismaField({
    type: Revision,
    description: 'One revision of a content item; for its editors.',
    args: {
      contentId: t.arg.int({ required: true, description: contentIdDescription }),
      kind: t.arg.string(kindArgument),
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
    },
    ...editorsOnly,
    resolve: async (query, _root, { contentId, id }, { site }) =>
      requireRevision(await site.db.prisma.revision.findUnique({ ...query, where: { id } }), contentId),
  }),
}));
