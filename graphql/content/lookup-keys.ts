import { sanitizeSlug } from '#app/core/text/slug.ts';
import { resolveLink } from '#app/domains/content/permalinks.ts';
import type { LookupKey } from '../public/lookup.ts';

/** Lookup by the URL of the page. */
export const urlKey: LookupKey = {
  description: 'URL or path on this site, with or without a trailing slash.',
  find: (url, { site }) => resolveLink(site, url),
};

/** Lookup by slug, which is unique within the kind of content. */
export const createSlugKey = (kind: string): LookupKey => ({
  description: 'Name in URLs.',
  find: (slug, { load }) => load.calendar.findIdBySlug(kind, sanitizeSlug(slug)),
});
