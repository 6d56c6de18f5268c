import { anyNumber, anyText, filter, noNumber } from '#app/core/db/lists/filters.ts';
import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import { orderByColumn, orderByPosition, defineList, type QueryOf } from '#app/core/db/lists/list.ts';
import { toLikePattern, buildSortTitle } from '../search.rules.ts';
import { termColumns } from './term.record.ts';

/** Terms of one taxonomy, sorted by name by default. */
export const termList = defineList({
  name: 'term',
  from: 'term t',
  alias: 't',
  shape: termColumns,
  filters: {
    search: filter('text', 'a', 'Only terms whose name or slug contains this text.', (search, add) => {
      if (search === '') return null;
      const pattern = add(toLikePattern(search.toLowerCase()));
      const foldedPattern = add(toLikePattern(buildSortTitle(search)));
      return `(lower(t.name) LIKE ${pattern} OR t.sort_name LIKE ${foldedPattern} OR t.slug LIKE ${pattern})`;
    }),
    include: anyNumber('t.id', 'Only the objects with these IDs.'),
    exclude: noNumber('t.id', 'Excludes the objects with these IDs.'),
    parent: filter('number', 1, undefined, (parent, add) => (parent === 0 ? 't.parent_id IS NULL' : `t.parent_id = ${add(parent)}`)),
    post: filter(
      'number',
      1,
      'Only terms of this content, which you must be allowed to read.',
      (id, add) => `t.id IN (SELECT term_id FROM content_term WHERE content_id = ${add(id)})`,
    ),
    slugs: anyText('t.slug', 'Only objects with these slugs.'),
    hideEmpty: filter('flag', true, 'Excludes terms without published content.', (hidesEmpty) => (hidesEmpty ? 't.count > 0' : null)),
  },
  scope: ({ taxonomy }: { taxonomy: string }, add: AddParameter) => [`t.taxonomy = ${add(taxonomy)}`],
  orders: {
    id: { description: 'By numeric ID.' },
    include: orderByPosition('include', 't.id', 'int', 'The order of `filter.include`.'),
    name: orderByColumn('t.sort_name', 'text', 'By name, ignoring case and accents.'),
    slug: orderByColumn('t.slug', 'text', 'By the slug.'),
    include_slugs: orderByPosition('slugs', 't.slug', 'text', 'The order of `filter.slugs`.'),
    term_group: { description: 'The same as `ID`, because terms have no groups.' },
    description: orderByColumn('t.description', 'text', 'By the text of the description.'),
    count: orderByColumn('t.count', 'int', 'By the number of published content items with the term.'),
  },
  defaultOrder: ['name', 'asc'],
  examples: [{ taxonomy: 'category' }, { taxonomy: 'category', parent: 0 }],
});

/** Filters and sort order of a list of terms. */
export type TermQuery = QueryOf<typeof termList>;

/** The child terms of each term, sorted by name. */
export const childTerms = {
  ...termList.createKeyset({ taxonomy: '' }),
  where: (_add: unknown, owner: string) => `t.parent_id = ${owner}`,
};
