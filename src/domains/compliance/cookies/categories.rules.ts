/** Kinds of cookies, by what they are for; the least first. */
export const categories = ['functional', 'preferences', 'statistics', 'marketing'] as const;
export type Category = (typeof categories)[number];

/** The categories that a text about the purpose of a cookie names; functional where it names none. */
export function categoriesOf(purpose: string): Category[] {
  const text = purpose.toLowerCase();
  const named = categories.filter((category) => category !== 'functional' && text.includes(category));
  return named.length === 0 ? ['functional'] : named;
}

/** The category that asks for most. */
export function topCategory(all: readonly Category[]): Category {
  return categories.findLast((category) => all.includes(category)) ?? 'functional';
}
