import { contentList, type ContentQuery } from '#app/domains/content/content.list.ts';
import type { TermCondition } from '#app/domains/content/list.scope.ts';
import { expandStatuses, normalizeStatuses } from '#app/domains/content/list.access.ts';
import type { Site } from '#app/site.ts';
import { category, tag } from '#app/domains/content/terms/taxonomies.ts';
import { builder } from '../builder.ts';
import { createFilterFields } from '../connections/filters.ts';
import { PostFormat, TermOperator } from './enums.ts';
import { toSharedConditions, createSharedFilterFields } from './shared-conditions.ts';
import { filterableStatuses } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const TermFilter = builder.inputType('TermFilter', {
  description: 'Condition on the terms of content.',
  fields: (t) => ({
    ids: t.intList({ description: 'IDs of terms. An empty list sets no condition.' }),
    operator: t.field({ type: TermOperator, description: 'Whether content needs any of the terms (OR, the default) or all of them.' }),
    includeChildren: t.boolean({ description: 'Whether content in subcategories also matches, at any depth.' }),
  }),
});

/** Filter of a list of posts. Conditions are combined with AND. */
export const PostFilter = builder.inputType('PostFilter', {
  description: 'Conditions for posts; all of them have to match.',
  fields: (t) => ({
    ...createSharedFilterFields(t),
    ...createFilterFields(t, { isSticky: contentList.filters.isSticky }),
    statuses: t.stringList({
      ...oneOf(
        filterableStatuses,
        'Only posts with one of these statuses; published posts by default. Other statuses are for users who may edit posts.',
        {
          old: 'Only posts with one of these statuses, or `any`; `publish` by default. Other statuses are for users who may edit posts.',
        },
      ),
    }),
    categories: t.field({ type: TermFilter, description: 'Only posts in these categories.' }),
    excludeCategories: t.field({ type: TermFilter, description: 'Excludes posts in these categories.' }),
    tags: t.field({ type: TermFilter, description: 'Only posts with these tags.' }),
    excludeTags: t.field({ type: TermFilter, description: 'Excludes posts with these tags.' }),
    termRelation: t.field({
      type: TermOperator,
      description: 'Whether all four conditions on categories and tags have to match (`AND`, the default) or any of them (`OR`).',
    }),
    formats: t.field({ type: [PostFormat], description: 'Only posts with one of these formats.' }),
  }),
});

interface TermFilterInput {
  ids?: readonly number[] | null | undefined;
  operator?: 'and' | 'or' | null | undefined;
  includeChildren?: boolean | null | undefined;
}

export type PostFilterInput = typeof PostFilter.$inferInput;

function toTermConditions(filter: PostFilterInput): TermCondition[] {
  const toCondition = (taxonomy: string, terms: TermFilterInput | null | undefined, isExcluding: boolean): TermCondition[] =>
    terms?.ids?.length
      ? [{ taxonomy, ids: terms.ids, operator: terms.operator ?? 'or', includeChildren: terms.includeChildren ?? false, isExcluding }]
      : [];
  return [
    ...toCondition(category.name, filter.categories, false),
    ...toCondition(category.name, filter.excludeCategories, true),
    ...toCondition(tag.name, filter.tags, false),
    ...toCondition(tag.name, filter.excludeTags, true),
  ];
}

/** Converts the filter to a part of the list query. Throws for invalid dates. */
export function toPostQuery(site: Site, filter: PostFilterInput): Omit<ContentQuery, 'kind'> {
  return {
    ...toSharedConditions(site, filter),
    statuses: expandStatuses(normalizeStatuses(filter.statuses)),
    terms: toTermConditions(filter),
    termRelation: filter.termRelation ?? 'and',
  };
}
