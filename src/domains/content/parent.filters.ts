import { filter } from '#app/core/db/lists/filters.ts';

// 0 means content without a parent
const buildParentCondition = (placeholder: string) => `COALESCE(c.parent_id, 0) = ANY(${placeholder}::int[])`;

/** Declares a filter for content with one of these parent IDs. 0 means no parent. */
export const declareParentFilter = (description: string) =>
  filter('numbers', [0], description, (ids, add) => {
    if (ids.length === 0) return null;
    return ids.includes(0) ? buildParentCondition(add(ids)) : `c.parent_id = ANY(${add(ids)}::int[])`;
  });

/** Declares a filter that excludes content with one of these parent IDs. */
export const declareExcludedParentFilter = (description: string) =>
  filter('numbers', [1], description, (ids, add) => (ids.length > 0 ? `NOT ${buildParentCondition(add(ids))}` : null));
