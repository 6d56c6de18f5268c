import type { Filters } from '#app/core/db/lists/filters.ts';
import { contentFilters } from '#app/domains/content/content.list.ts';
import { parseTimeBound } from '#app/domains/content/list.service.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { Site } from '#app/site.ts';
import type { InputFields } from '../builder.ts';
import { createFilterFields, type Marks } from '../connections/filters.ts';
import { SearchColumn, SearchSemantics } from './enums.ts';

/** Filter fields of lists of all kinds of content. */
export const createSharedFilterFields = (t: InputFields, marks: Marks<typeof contentFilters> = {}) => ({
  ...createFilterFields(t, contentFilters satisfies Filters, marks),
  search: t.string({
    description:
      'Search words. Only content with all of them is returned. A phrase in quotation marks counts as one word; a word after `-` must not occur.',
  }),
  searchColumns: t.field({ type: [SearchColumn], description: 'Fields to search; all of them by default.' }),
  searchSemantics: t.field({
    type: SearchSemantics,
    description: 'How search terms are compared: with `EXACT`, a term must equal the whole field.',
  }),
});

type Bounds = 'after' | 'before' | 'modifiedAfter' | 'modifiedBefore';

interface SharedFilter extends Partial<Record<Bounds, string | null | undefined>> {
  searchSemantics?: 'exact' | null | undefined;
  slugs?: string[] | null | undefined;
}

/** Converts a GraphQL filter to the filter of the content services. Throws for invalid dates. */
export function toSharedConditions<Filter extends SharedFilter>(site: Site, filter: Filter) {
  const readTime = (name: Bounds) => parseTimeBound(site, `filter.${name}`, filter[name]);
  return {
    ...filter,
    isExactSearch: filter.searchSemantics === 'exact',
    slugs: filter.slugs?.map(sanitizeSlug).filter((slug) => slug !== ''),
    after: readTime('after'),
    before: readTime('before'),
    modifiedAfter: readTime('modifiedAfter'),
    modifiedBefore: readTime('modifiedBefore'),
  };
}
