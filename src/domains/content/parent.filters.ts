import { filter } from '#app/core/db/lists/filters.ts';

// 0 stands for content below nothing
const isBelow = (placeholder: string) => `COALESCE(c.parent_id, 0) = ANY(${placeholder}::int[])`;

/** Content directly below any of these; 0 = below nothing. */
export const below = (description: string) =>
  filter('numbers', [0], description, (ids, add) => {
    if (ids.length === 0) return null;
    return ids.includes(0) ? isBelow(add(ids)) : `c.parent_id = ANY(${add(ids)}::int[])`;
  });

/** Content that is not directly below any of these. */
export const notBelow = (description: string) =>
  filter('numbers', [1], description, (ids, add) => (ids.length > 0 ? `NOT ${isBelow(add(ids))}` : null));
