import { readBound } from '#app/domains/content/list.service.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { Site } from '#app/site.ts';
import type { PostFilter } from './post.filter.ts';

type Shared =
  | 'search'
  | 'searchColumns'
  | 'searchSemantics'
  | 'include'
  | 'exclude'
  | 'slugs'
  | 'authorIds'
  | 'excludeAuthorIds'
  | 'after'
  | 'before'
  | 'modifiedAfter'
  | 'modifiedBefore';

/** The conditions that the filters of all kinds of content have, in the words of the services. Throws for dates that are not. */
export function sharedConditions(site: Site, filter: Pick<typeof PostFilter.$inferInput, Shared>) {
  return {
    search: filter.search ?? undefined,
    searchColumns: filter.searchColumns ?? undefined,
    isExactSearch: filter.searchSemantics === 'exact',
    include: filter.include ?? undefined,
    exclude: filter.exclude ?? undefined,
    slugs: filter.slugs?.map(sanitizeSlug).filter((slug) => slug !== ''),
    authors: filter.authorIds ?? undefined,
    excludedAuthors: filter.excludeAuthorIds ?? undefined,
    after: readBound(site, 'filter.after', filter.after),
    before: readBound(site, 'filter.before', filter.before),
    modifiedAfter: readBound(site, 'filter.modifiedAfter', filter.modifiedAfter),
    modifiedBefore: readBound(site, 'filter.modifiedBefore', filter.modifiedBefore),
  };
}
