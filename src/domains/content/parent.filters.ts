import { filter } from '#app/core/db/lists/filters.ts';

// 0 means content without a parent
const isBelow = (placeholder: string) => `COALESCE(c.parent_id, 0) = ANY(${placeholder}::int[])`;

/** Filters content by parent IDs. 0 means no parent. */
export const declareBelowFilter = (description: string) =>
  filter('numbers', [0], description, (ids, add) => {
    if (ids.length === 0) return null;
    return ids.includes(0) ? isBelow(add(ids)) : `c.parent_id = ANY(${add(ids)}::int[])`;
  });

/** Excludes content by parent IDs. */
export const declareNotBelowFilter = (description: string) =>
  filter('numbers', [1], description, (ids, add) => (ids.length > 0 ? `NOT ${isBelow(add(ids))}` : null));
