/** Prefix that scripts of the front end put before the names of categories. */
const COOKIE_PREFIX = /^cmp_/;
/** Cookie that names a visitor's browser, for the record of its consents alone. */
export const VISITOR_COOKIE = 'marquee_visitor';

const MAX_ENTRIES = 100;
const LONGEST = 100;

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, LONGEST);

/** The categories that a visitor chose: lower case, without the prefix of cookies, each once. Nothing chosen is `no_choice`. */
export function categoriesOfConsent(given: readonly unknown[]): string[] {
  const texts = given.filter((one) => typeof one === 'string').map((one) => slug(one).replace(COOKIE_PREFIX, ''));
  return [...new Set(texts.filter((one) => one !== ''))].slice(0, MAX_ENTRIES);
}

const isAllowed = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

/** The services that a visitor chose, by name: from a map, or from a list of those that are allowed. */
export function servicesOfConsent(given: unknown): Record<string, boolean> {
  const entries: [string, boolean][] = Array.isArray(given)
    ? given.flatMap((one) => (typeof one === 'string' ? [[slug(one), true] as [string, boolean]] : []))
    : typeof given === 'object' && given !== null
      ? Object.entries(given).map(([name, value]) => [slug(name), isAllowed(value)])
      : [];
  return Object.fromEntries(entries.filter(([name]) => name !== '' && name !== '__proto__').slice(0, MAX_ENTRIES));
}

/** The kind of consent that a front end names. */
export const consentTypeText = (text: string): string => slug(text).slice(0, 20);

/** What may name a visitor's browser. */
export function isVisitorId(text: string): boolean {
  return /^[A-Za-z0-9_-]{8,64}$/.test(text);
}
