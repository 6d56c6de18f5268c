/** Prefix that scripts of front ends add to category names. */
const COOKIE_PREFIX = /^cmp_/;
/** Cookie that identifies a visitor's browser. It is only used for consent records. */
export const VISITOR_COOKIE = 'marquee_visitor';

const MAX_ENTRIES = 100;
const LONGEST = 100;

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, LONGEST);

/** Returns the chosen categories in lower case, without the cookie prefix and without duplicates. */
export function categoriesOfConsent(given: readonly unknown[]): string[] {
  const texts = given.filter((one) => typeof one === 'string').map((one) => slug(one).replace(COOKIE_PREFIX, ''));
  return [...new Set(texts.filter((one) => one !== ''))].slice(0, MAX_ENTRIES);
}

const isAllowed = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

/** Returns the chosen services by name, from an object or from a list of allowed services. */
export function servicesOfConsent(given: unknown): Record<string, boolean> {
  const entries: [string, boolean][] = Array.isArray(given)
    ? given.flatMap((one) => (typeof one === 'string' ? [[slug(one), true] as [string, boolean]] : []))
    : typeof given === 'object' && given !== null
      ? Object.entries(given).map(([name, value]) => [slug(name), isAllowed(value)])
      : [];
  return Object.fromEntries(entries.filter(([name]) => name !== '' && name !== '__proto__').slice(0, MAX_ENTRIES));
}

/** Normalizes the consent type that a front end sends. */
export const consentTypeText = (text: string): string => slug(text).slice(0, 20);

/** True if the text is a valid visitor ID. */
export function isVisitorId(text: string): boolean {
  return /^[A-Za-z0-9_-]{8,64}$/.test(text);
}
