/** Categories of cookies. Each needs at least as much consent as the one before. */
export const categories = ['functional', 'preferences', 'statistics', 'marketing'] as const;
export type Category = (typeof categories)[number];

/** Returns the categories that a purpose text mentions, by default `functional`. */
export function listCategories(purpose: string): Category[] {
  const text = purpose.toLowerCase();
  const mentioned = categories.filter((category) => category !== 'functional' && text.includes(category));
  return mentioned.length === 0 ? ['functional'] : mentioned;
}

/** Returns the category of the list that needs the most consent. */
export function findStrictestCategory(list: readonly Category[]): Category {
  return categories.findLast((category) => list.includes(category)) ?? 'functional';
}
