import { decodeEscapes } from '#app/core/text/escapes.ts';
import { loadContent } from '#app/domains/content/content.reader.ts';
import { frontPageOf, postsPageOf } from '#app/domains/content/front-pages.ts';
import { linkOf, resolveLink } from '#app/domains/content/permalinks.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { searchContents } from '#app/domains/content/search/search.service.ts';
import { category, eventCategory, tag, type Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { findTerm, termLink } from '#app/domains/content/terms/term.record.ts';
import { authorLink, findUserBySlug } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';

/** A post, list or author page with statistics of its own (analytics.md 5.11). */
export interface Entity {
  id: number;
  title: string;
  /** Public address. */
  url: string;
  type: 'post' | 'blog' | 'term' | 'user';
}

const MAX_HITS = 10;
const kinds = ['post', 'page', 'event', 'venue', 'organizer'];
const taxonomies: readonly (readonly [taxonomy: Taxonomy, word: string])[] = [
  [category, 'Category'],
  [tag, 'Tag'],
  [eventCategory, 'Event Category'],
];

/** Query parameters of the front page that select content by ID. */
const byNumber = ['p', 'page_id', 'attachment_id'];
/** Query parameters of the front page that select a list. */
const shownElse = ['s', 'rest_route', 'cat', 'category_name', 'tag', 'author', 'author_name', 'm', 'feed'];

const entityOf = (site: Site, content: ContentRecord, type: 'post' | 'blog' = 'post'): Entity => ({
  id: content.id,
  title: content.title,
  url: decodeEscapes(linkOf(site, content)),
  type,
});

async function published(site: Site, id: number): Promise<ContentRecord | null> {
  const content = await loadContent(site, id);
  return content?.status === 'publish' && kinds.includes(content.kind) ? content : null;
}

const hostOf = (url: URL) => url.host.replace(/^www\./, '');

/** Returns the path below the site's address, with a trailing slash, or null for an address of another site. */
function pathOf(site: Site, url: URL): string | null {
  const own = new URL(site.config.siteUrl);
  const base = own.pathname.replace(/\/$/, '');
  if (hostOf(url) !== hostOf(own) || !`${url.pathname}/`.startsWith(`${base}/`)) return null;
  return `${decodeEscapes(url.pathname.slice(base.length)).replace(/\/+$/, '')}/`;
}

/** Returns the slug in a path that matches a template, or null. */
function slugIn(path: string, template: (slug: string) => string): string | null {
  const [before = '', after = ''] = template('\0').split('\0');
  const slug = path.startsWith(before) && path.endsWith(after) ? path.slice(before.length, path.length - after.length) : '';
  return slug === '' || slug.includes('/') ? null : slug;
}

async function termAt(site: Site, path: string): Promise<Entity | null> {
  for (const [taxonomy, word] of taxonomies) {
    const slug = slugIn(path, (one) => taxonomy.path(one));
    const term = slug === null ? null : await findTerm(site, taxonomy.name, slug);
    if (term && term.slug === slug)
      return { id: term.id, title: `${word}: ${term.name}`, url: decodeEscapes(termLink(site, term)), type: 'term' };
  }
  return null;
}

async function authorAt(site: Site, path: string): Promise<Entity | null> {
  const slug = slugIn(path, (one) => `/author/${one}/`);
  const user = slug === null ? null : await findUserBySlug(site, slug);
  return user && { id: user.id, title: `Author: ${user.displayName}`, url: decodeEscapes(authorLink(site, user)), type: 'user' };
}

async function frontPage(site: Site): Promise<Entity | null> {
  const id = frontPageOf(site);
  const page = id === 0 ? null : await published(site, id);
  return page && entityOf(site, page);
}

async function entityAt(site: Site, url: URL): Promise<Entity | null> {
  const path = pathOf(site, url);
  if (path === null) return null;
  // ignores other parameters, such as names of campaigns
  if (path === '/' && !byNumber.some((name) => url.searchParams.has(name)))
    return shownElse.some((name) => url.searchParams.has(name)) ? null : await frontPage(site);
  const found = (await termAt(site, path)) ?? (await authorAt(site, path));
  if (found) return found;
  const id = await resolveLink(site, url.href);
  const content = id === null ? null : await published(site, id);
  if (!content) return null;
  return entityOf(site, content, content.id === postsPageOf(site) ? 'blog' : 'post');
}

/** Returns the entity at an address of this site. For other text, searches published content, titles first, at most ten results. */
export async function searchEntities(site: Site, query: string): Promise<Entity[]> {
  // some clients escape the query twice
  const wanted = decodeEscapes(query).trim();
  const url = /^https?:\/\//i.test(wanted) ? URL.parse(wanted) : null;
  if (url) {
    const entity = await entityAt(site, url);
    return entity ? [entity] : [];
  }
  if (wanted === '') return [];
  const { nodes } = await searchContents(site, { type: 'post', search: wanted, page: 1, perPage: MAX_HITS }, kinds);
  return nodes.map((content) => entityOf(site, content));
}
