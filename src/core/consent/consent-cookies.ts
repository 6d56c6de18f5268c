/** The cookies of a request, by name. */
export type SentCookies = Readonly<Record<string, string | undefined>>;

/** Category of what a site needs to work: it asks for no consent. */
const NECESSARY = 'functional';
const CATEGORY = /^[a-z0-9_-]{1,50}$/;

/** Whether a name may be that of a category of cookies. */
export const isCategoryName = (name: string): boolean => CATEGORY.test(name);

/** Name of the cookie that holds a visitor's decision on a category, as front ends set it: `allow` or `deny`. */
export const categoryCookie = (category: string): string => `cmp_${category}`;

/** Whether the visitor has accepted a category of cookies. */
export function isCategoryAccepted(cookies: SentCookies, category: string): boolean {
  const decision = cookies[categoryCookie(category)];
  return decision === 'allow' || (category === NECESSARY && decision !== 'deny');
}
