import { contentList, type ContentQuery } from '#app/domains/content/content.list.ts';
import type { TermCondition } from '#app/domains/content/list.scope.ts';
import { realStatuses, statusWords } from '#app/domains/content/list.access.ts';
import type { Site } from '#app/site.ts';
import { category, tag } from '#app/domains/content/terms/taxonomies.ts';
import { builder } from '../builder.ts';
import { filterFields } from '../connections/filters.ts';
import { PostFormat, TermOperator } from './enums.ts';
import { sharedConditions, sharedFields } from './shared-conditions.ts';
import { publicationStatusesAsked } from './closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';

const TermFilter = builder.inputType('TermFilter', {
  description: 'Condition on the terms of content.',
  fields: (t) => ({
    ids: t.intList({ description: 'IDs of terms; empty = no condition.' }),
    operator: t.field({ type: TermOperator, description: 'Whether content needs any of the terms (OR, the default) or all of them.' }),
    includeChildren: t.boolean({ description: 'Whether descendants of a category count as the category.' }),
  }),
});

/** Filter of a list of posts. Conditions are combined with AND. */
export const PostFilter = builder.inputType('PostFilter', {
  description: 'Conditions for posts; all of them have to match.',
  fields: (t) => ({
    ...sharedFields(t),
    ...filterFields(t, { isSticky: contentList.filters.isSticky }),
    statuses: t.stringList({
      ...oneOf(
        publicationStatusesAsked,
        'Only pages with one of these statuses; published ones by default. Others are for users who may edit pages.',
        {
          old: '`publish` when absent; others, or `any`, for users who may edit.',
        },
      ),
    }),
    categories: t.field({ type: TermFilter, description: 'Only posts in these categories.' }),
    excludeCategories: t.field({ type: TermFilter, description: 'Excludes posts in these categories.' }),
    tags: t.field({ type: TermFilter, description: 'Only posts with these tags.' }),
    excludeTags: t.field({ type: TermFilter, description: 'Excludes posts with these tags.' }),
    termRelation: t.field({ type: TermOperator, description: 'Combination of the four conditions on terms; `AND` by default.' }),
    formats: t.field({ type: [PostFormat], description: 'Only posts with one of these formats.' }),
  }),
});

interface GivenTerms {
  ids?: readonly number[] | null | undefined;
  operator?: 'and' | 'or' | null | undefined;
  includeChildren?: boolean | null | undefined;
}

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

/** Converts the filter to a part of the list query. Throws for invalid dates. */
export function filterQuery(site: Site, filter: GivenPostFilter): Omit<ContentQuery, 'kind'> {
  return {
    ...sharedConditions(site, filter),
    statuses: realStatuses(statusWords(filter.statuses)),
    terms: conditions(filter),
    termRelation: filter.termRelation ?? 'and',
  };
}
