/** Prefix that scripts of front ends add to category names. */
const CATEGORY_PREFIX = /^cmp_/;
/** Cookie that identifies a visitor's browser in consent records. Nothing else uses it. */
export const VISITOR_COOKIE = 'marquee_visitor';

const MAX_ENTRIES = 100;
const MAX_LENGTH = 100;

const toSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, MAX_LENGTH);

/** Normalizes the accepted categories that a front end sends: lower case, without the prefix `cmp_` and duplicates. */
export function normalizeCategories(input: readonly unknown[]): string[] {
  const slugs = input.filter((name) => typeof name === 'string').map((name) => toSlug(name).replace(CATEGORY_PREFIX, ''));
  return [...new Set(slugs.filter((slug) => slug !== ''))].slice(0, MAX_ENTRIES);
}

const isAccepted = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

/** Normalizes the choice of services that a front end sends: an object of services, or a list of accepted services. */
export function normalizeServices(input: unknown): Record<string, boolean> {
  const entries: [string, boolean][] = Array.isArray(input)
    ? input.flatMap((name) => (typeof name === 'string' ? [[toSlug(name), true] as [string, boolean]] : []))
    : typeof input === 'object' && input !== null
      ? Object.entries(input).map(([name, value]) => [toSlug(name), isAccepted(value)])
      : [];
  return Object.fromEntries(entries.filter(([name]) => name !== '' && name !== '__proto__').slice(0, MAX_ENTRIES));
}

/** Normalizes the consent type that a front end sends. */
export const normalizeConsentType = (text: string): string => toSlug(text).slice(0, 20);

/** True if the string is a valid visitor ID. */
export function isVisitorId(text: string): boolean {
  return /^[A-Za-z0-9_-]{8,64}$/.test(text);
}
