import type { ContentQuery, TermCondition } from '#app/domains/content/list.query.ts';
import { realStatuses, statusWords } from '#app/domains/content/list.access.ts';
import type { Site } from '#app/site.ts';
import { category, tag } from '#app/domains/content/terms/taxonomies.ts';
import { builder } from '../builder.ts';
import { PostFormat, SearchColumn, SearchSemantics, TermOperator } from './enums.ts';
import { sharedConditions } from './shared-conditions.ts';
import { publicationStatusesAsked } from './closed-sets.ts';
import { oneOf } from '../public/told.ts';

const TermFilter = builder.inputType('TermFilter', {
  description: 'Content by its terms.',
  fields: (t) => ({
    ids: t.intList({ description: 'Numbers of terms; none = no filter.' }),
    operator: t.field({ type: TermOperator, description: 'Whether any of the terms will do (OR, as when absent) or all are needed.' }),
    includeChildren: t.boolean({ description: 'Whether descendants of a category count as the category.' }),
  }),
});

/** Which posts a list holds; conditions are joined by "and". */
export const PostFilter = builder.inputType('PostFilter', {
  description: 'Which posts a list holds; conditions are joined by "and".',
  fields: (t) => ({
    search: t.string({ description: 'Words that all occur; "a phrase" in quotes is one, -word must not occur.' }),
    searchColumns: t.field({ type: [SearchColumn], description: 'Where to search; everywhere when absent.' }),
    searchSemantics: t.field({ type: SearchSemantics, description: 'EXACT: a term must be the whole of a column.' }),
    statuses: t.stringList({
      ...oneOf(publicationStatusesAsked, 'With one of these statuses; published ones when absent. Others are for those who may edit.', {
        old: '`publish` when absent; others, or `any`, for those who may edit.',
      }),
    }),
    include: t.intList({ description: 'Only these.' }),
    exclude: t.intList({ description: 'Not these.' }),
    slugs: t.stringList({ description: 'Only with one of these slugs.' }),
    authorIds: t.intList({ description: 'Only by these authors.' }),
    excludeAuthorIds: t.intList({ description: 'Not by these authors.' }),
    after: t.string({ description: "Published later than this time of the site's clock (or with a zone)." }),
    before: t.string({ description: 'Published earlier than this.' }),
    modifiedAfter: t.string({ description: 'Changed later than this.' }),
    modifiedBefore: t.string({ description: 'Changed earlier than this.' }),
    categories: t.field({ type: TermFilter, description: 'In these categories.' }),
    excludeCategories: t.field({ type: TermFilter, description: 'In none of these categories.' }),
    tags: t.field({ type: TermFilter, description: 'With these tags.' }),
    excludeTags: t.field({ type: TermFilter, description: 'With none of these tags.' }),
    termRelation: t.field({ type: TermOperator, description: 'How the four conditions on terms combine; AND when absent.' }),
    isSticky: t.boolean({ description: 'Only sticky posts, or only others.' }),
    formats: t.field({ type: [PostFormat], description: 'Only of these formats.' }),
  }),
});

interface GivenTerms {
  ids?: readonly number[] | null | undefined;
  operator?: 'and' | 'or' | null | undefined;
  includeChildren?: boolean | null | undefined;
}

/** A `PostFilter` as it is given. */
export type GivenPostFilter = typeof PostFilter.$inferInput;

function conditions(filter: GivenPostFilter): TermCondition[] {
  const one = (taxonomy: string, given: GivenTerms | null | undefined, isExcluding: boolean): TermCondition[] =>
    given?.ids?.length
      ? [{ taxonomy, ids: given.ids, operator: given.operator ?? 'or', includeChildren: given.includeChildren ?? false, isExcluding }]
      : [];
  return [
    ...one(category.name, filter.categories, false),
    ...one(category.name, filter.excludeCategories, true),
    ...one(tag.name, filter.tags, false),
    ...one(tag.name, filter.excludeTags, true),
  ];
}

/** The part of a list query that a filter decides. Throws for dates that are not. */
export function filterQuery(site: Site, filter: GivenPostFilter): Omit<ContentQuery, 'kind' | 'page' | 'perPage' | 'orderBy' | 'order'> {
  return {
    statuses: realStatuses(statusWords(filter.statuses)),
    ...sharedConditions(site, filter),
    terms: conditions(filter),
    termRelation: filter.termRelation ?? 'and',
    sticky: filter.isSticky ?? undefined,
    formats: filter.formats ?? undefined,
  };
}
