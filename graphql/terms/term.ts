import { termLink, type TermRecord } from '#app/terms/term.record.ts';
import type { TermRef } from '#app/content/record.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Taxonomy } from './enums.ts';

/** A term as content carries it, or as it is stored: what its content does not know is read when it is asked for. */
type TermSource = TermRef & Partial<TermRecord>;

export const Term = builder.objectRef<TermSource>('Term');

/** What is stored of the term; a term deleted meanwhile is as if it had nothing. */
export async function storedTerm(term: TermSource, { load }: Context): Promise<Pick<TermRecord, 'description' | 'parentId' | 'count'>> {
  if (term.count !== undefined) return term as TermRecord;
  return (await load.term(term.id)) ?? { description: '', parentId: null, count: 0 };
}

builder.node(Term, {
  description: 'A category, a tag or an event category.',
  id: { resolve: (term) => term.id },
  loadMany: (ids, { load }) => Promise.all(ids.map((id) => load.term(Number(id)))),
  fields: (t) => ({
    databaseId: t.int({ description: 'Its number; unique over all taxonomies.', resolve: (term) => term.id }),
    taxonomy: t.field({ type: Taxonomy, description: 'What kind of term it is.', resolve: (term) => term.taxonomy as never }),
    taxonomySlug: t.string({
      description: 'The taxonomy as stored and as the REST interface writes it: `category`, `post_tag`, `event_category`.',
      resolve: (term) => term.taxonomy,
    }),
    name: t.string({ description: 'Its name.', resolve: (term) => term.name }),
    slug: t.string({ description: 'Its name in addresses; unique within the taxonomy.', resolve: (term) => term.slug }),
    description: t.string({
      description: 'What it is about; may hold HTML.',
      resolve: async (term, _args, context) => (await storedTerm(term, context)).description,
    }),
    link: t.string({ description: 'Address of its page.', resolve: (term, _args, { site }) => termLink(site, term) }),
    parentId: t.int({
      description: 'The term it stands below; 0 = none.',
      resolve: async (term, _args, context) => (await storedTerm(term, context)).parentId ?? 0,
    }),
    meta: t.field({
      type: 'JSON',
      description: 'Registered extension keys with their values; no key is registered for terms.',
      resolve: () => ({}),
    }),
    count: t.int({
      description: 'Published contents that carry it.',
      resolve: async (term, _args, context) => (await storedTerm(term, context)).count,
    }),
  }),
});
