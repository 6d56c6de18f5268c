/** The cookies of a request, by name. */
export type SentCookies = Readonly<Record<string, string | undefined>>;

/** Category of cookies that the site needs to work. It counts as accepted unless the visitor denies it. */
const NECESSARY = 'functional';
const CATEGORY = /^[a-z0-9_-]{1,50}$/;

/** True if the name is valid for a cookie category. */
export const isCategoryName = (name: string): boolean => CATEGORY.test(name);

/** Name of the cookie with a visitor's decision on a category. Front ends set it to `allow` or `deny`. */
export const getCategoryCookie = (category: string): string => `cmp_${category}`;

/** True if the visitor has accepted a category of cookies, or has not denied the necessary one. */
export function isCategoryAccepted(cookies: SentCookies, category: string): boolean {
  const decision = cookies[getCategoryCookie(category)];
  return decision === 'allow' || (category === NECESSARY && decision !== 'deny');
}
