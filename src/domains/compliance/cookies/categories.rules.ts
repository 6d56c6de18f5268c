/** Categories of cookies by purpose, from the least to the most consent. */
export const categories = ['functional', 'preferences', 'statistics', 'marketing'] as const;
export type Category = (typeof categories)[number];

/** Returns the categories that a purpose text mentions, by default `functional`. */
export function categoriesOf(purpose: string): Category[] {
  const text = purpose.toLowerCase();
  const named = categories.filter((category) => category !== 'functional' && text.includes(category));
  return named.length === 0 ? ['functional'] : named;
}

/** Returns the category that needs most consent. */
export function topCategory(all: readonly Category[]): Category {
  return categories.findLast((category) => all.includes(category)) ?? 'functional';
}
