import type { Page } from '#app/core/db/page.ts';
import { canRead } from '#app/domains/content/content.permissions.ts';
import { getKind } from '#app/domains/content/kinds.ts';
import { invalid, notFound, refused } from '#app/core/failures/failure.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { getTaxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { termList, type TermQuery } from '#app/domains/content/terms/term.list.ts';
import type { TermRecord } from '#app/domains/content/terms/term.record.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createFilterFields } from '../connections/filters.ts';
import { createPageType } from '../connections/types.ts';
import type { Context } from '../context.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { Taxonomy, TermOrder } from './enums.ts';
import { Term } from './term.ts';
import { describedAs } from '../public/public-mapping.ts';
import { lookupArgument } from '../public/lookup.ts';
import { termSlugKey } from './lookup-keys.ts';

const forEditText = 'Whether to return the data for editors; refused unless you may change terms.';

function checkEditTerms(viewer: Viewer, taxonomy: string): void {
  if (!viewer.can(getTaxonomy(taxonomy).manage))
    throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to edit terms in this taxonomy.');
}

interface TermOptions {
  id: number;
  taxonomy?: string | null | undefined;
  forEdit?: boolean | null | undefined;
}

async function requireTerm({ id, taxonomy }: TermOptions, { load }: Context): Promise<TermRecord> {
  const term = await load.loadTerm(id);
  if (!term || (taxonomy && term.taxonomy !== taxonomy)) throw notFound('term_not_found', 'Term does not exist.');
  return term;
}

/** Filter of a list of terms. Conditions are combined with AND. */
export const TermPageFilter = builder.inputType('TermPageFilter', {
  description: 'Conditions for terms; all of them have to match.',
  fields: (t) => ({
    ...createFilterFields(t, termList.filters, {
      parent: describedAs('Only direct children of this term.', 'Only direct children of this term; 0 stands for terms without a parent.'),
    }),
    topLevel: t.boolean({ subGraphs: ['public'], description: 'Only terms without a parent; takes precedence over `parent`.' }),
  }),
});

/** Converts the filter to a query. A `parent` of 0 selects terms without a parent. */
export function toTermQuery(taxonomy: string, filter: typeof TermPageFilter.$inferInput | null | undefined): TermQuery {
  const { topLevel, slugs, ...otherFilters } = filter ?? {};
  return { taxonomy, ...otherFilters, ...(topLevel && { parent: 0 }), slugs: slugs?.map(sanitizeSlug) };
}

const TermPageType = createPageType('Term', Term, 'terms');

/** If `filter.post` is set, throws unless the viewer may read that content item and it supports the taxonomy. */
export async function checkPostFilter(
  { taxonomy, filter }: { taxonomy: string; filter?: { post?: number | null | undefined } | null | undefined },
  { load, viewer }: Context,
): Promise<void> {
  if (filter?.post === undefined || filter.post === null) return;
  const content = await load.content.load(filter.post);
  if (!content) throw invalid('content_not_found', 'Invalid post ID.');
  if (!getKind(content.kind).taxonomies.includes(taxonomy) || !canRead(viewer, content))
    throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to view terms for this post.');
}

interface TermListOptions {
  taxonomy: string;
  forEdit?: boolean | null | undefined;
  filter?: { post?: number | null | undefined } | null | undefined;
}

type TermFilterInput = typeof TermPageFilter.$inferInput;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** True if the filter only names a content item. Content is loaded with its terms, sorted by name, so such a list needs no further SQL statement. */
function hasOnlyPost({ post: _, hideEmpty, ...conditions }: TermFilterInput): boolean {
  return !hideEmpty && Object.values(conditions).every(isEmpty);
}

interface TermOrdering {
  offset?: number | null | undefined;
  orderBy?: string | null | undefined;
  order?: string | null | undefined;
}

const isInDefaultOrder = ({ offset, orderBy, order }: TermOrdering) =>
  !offset && (orderBy ?? 'name') === 'name' && (order ?? 'asc') === 'asc';

function sliceTerms(terms: readonly TermRecord[], { page, perPage }: { page: number; perPage: number }): Page<TermRecord> {
  const nodes = terms.slice((page - 1) * perPage, page * perPage);
  return { total: terms.length, totalPages: Math.ceil(terms.length / perPage), nodes };
}

builder.queryFields((t) => ({
  term: t.field({
    type: Term,
    description: 'One term of a taxonomy.',
    args: {
      id: t.arg.int({ required: true, ...lookupArgument('Term', 'ID in the database.', { slug: termSlugKey }) }),
      taxonomy: t.arg({ type: Taxonomy, description: 'Taxonomy of the term. A term of another taxonomy counts as not found.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditText }),
    },
    ...guard(async (options: TermOptions, context) => {
      const term = await requireTerm(options, context);
      if (options.forEdit) checkEditTerms(context.viewer, term.taxonomy);
    }),
    resolve: (_root, options, context) => requireTerm(options, context),
  }),
  termPage: t.field({
    type: TermPageType,
    description: 'Terms of one taxonomy, page by page.',
    args: {
      taxonomy: t.arg({ type: Taxonomy, required: true, description: 'Taxonomy of the terms.' }),
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; takes precedence over `page`.' }),
      orderBy: t.arg({ type: TermOrder, defaultValue: 'name', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
      forEdit: t.arg.boolean({ ...legacyOnly(reasons.forEdit), description: forEditText }),
      filter: t.arg({ type: TermPageFilter, description: 'Conditions for terms.' }),
    },
    complexity: pageComplexity,
    ...guard(async ({ taxonomy, forEdit, filter }: TermListOptions, context) => {
      if (forEdit) checkEditTerms(context.viewer, taxonomy);
      await checkPostFilter({ taxonomy, filter }, context);
    }),
    resolve: async (_root, { taxonomy, page, perPage, offset, orderBy, order, filter }, { site, load }) => {
      const part = selectPage({ page, perPage });
      if (filter?.post && isInDefaultOrder({ offset, orderBy, order }) && hasOnlyPost(filter))
        return sliceTerms(await load.loadContentTerms(filter.post, taxonomy), part);
      return await termList.loadPage(site, { ...toTermQuery(taxonomy, filter), ...part, offset, orderBy, order });
    },
  }),
}));
