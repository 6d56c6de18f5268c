import { escapeOutsideTags } from '#app/core/text/plain-text.ts';
import { buildTermLink, type TermRecord } from '#app/domains/content/terms/term.record.ts';
import { getTaxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { isDefaultTerm } from '#app/domains/content/terms/terms.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import type { Context } from '../context.ts';
import type { Models } from '../models.ts';
import { Taxonomy } from './enums.ts';
import { zeroAsNull } from '../public/public-mapping.ts';

type TermSource = Models['Term']['Shape'];

/** Returns the stored columns of the term, or empty values if it was deleted in the meantime. */
export async function loadTermColumns(
  term: TermSource,
  { load }: Context,
): Promise<Pick<TermRecord, 'description' | 'parentId' | 'count'>> {
  if (term.count !== undefined) return term as TermRecord;
  return (await load.loadTerm(term.id)) ?? { description: '', parentId: null, count: 0 };
}

/** Returns the slugs of the ancestors of a term, from the root; an empty list if the URLs of the taxonomy do not contain ancestors. */
async function listAncestorSlugs(term: TermSource, context: Context): Promise<string[]> {
  const slugs: string[] = [];
  if (!getTaxonomy(term.taxonomy).isNested) return slugs;
  for (let { parentId } = await loadTermColumns(term, context); parentId; ) {
    const parent = await context.load.loadTerm(parentId);
    if (!parent) break;
    slugs.unshift(parent.slug);
    ({ parentId } = parent);
  }
  return slugs;
}

const TermRights = builder.prismaObject('Term', {
  variant: 'TermRights',
  description: 'What you may do with a term, so that a page can show or hide buttons. The server checks each action again.',
  fields: (t) => ({
    edit: t.boolean({
      description: 'Whether you may change the term.',
      resolve: ({ taxonomy }, _args, { viewer }) => viewer.can(getTaxonomy(taxonomy).manage),
    }),
    delete: t.boolean({
      description: 'Whether you may delete the term; the default category cannot be deleted.',
      resolve: (term, _args, { site, viewer }) => viewer.can(getTaxonomy(term.taxonomy).manage) && !isDefaultTerm(site, term),
    }),
  }),
});

/** GraphQL type of the model `Term`. */
export const Term = builder.prismaObject('Term', {
  description: 'A category, a tag or an event category.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the term; unique across all taxonomies.' }),
    taxonomy: t.field({ type: Taxonomy, description: 'Taxonomy of the term.', resolve: (term) => term.taxonomy as never }),
    taxonomySlug: t.exposeString('taxonomy', {
      ...legacy({ use: 'taxonomy' }),
      description: 'Stored name of the taxonomy, as in the REST API: `category`, `post_tag` or `event_category`.',
    }),
    name: t.exposeString('name', { description: 'Display name of the term.' }),
    escapedName: t.string({
      ...legacy({ use: 'name' }),
      description: 'Name of the term as HTML, for old clients.',
      resolve: ({ name }) => escapeOutsideTags(name),
    }),
    slug: t.exposeString('slug', { description: 'Name in URLs; unique within the taxonomy.' }),
    description: t.string({
      description: 'Description of the term; may contain HTML.',
      resolve: async (term, _args, context) => (await loadTermColumns(term, context)).description,
    }),
    link: t.string({
      description: 'URL of the page of the term.',
      resolve: async (term, _args, context) => buildTermLink(context.site, term, await listAncestorSlugs(term, context)),
    }),
    parentId: t.int({
      ...zeroAsNull('ID of the parent term; null if none is set.'),
      resolve: async (term, _args, context) => (await loadTermColumns(term, context)).parentId ?? 0,
    }),
    viewerCan: t.field({ type: TermRights, description: 'What you may do with the term.', resolve: (term) => term }),
    meta: t.field({
      type: 'JSON',
      description: 'Registered meta keys with their values; no key is registered for terms.',
      resolve: () => ({}),
    }),
    count: t.int({
      description: 'Number of published content items with the term.',
      resolve: async (term, _args, context) => (await loadTermColumns(term, context)).count,
    }),
  }),
});

builder.nodeRef(Term, {
  id: { resolve: (term: TermSource) => term.id },
  loadMany: (ids, { load }) => Promise.all(ids.map((id) => load.loadTerm(Number(id)))),
});
