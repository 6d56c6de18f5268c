import { decodeEscapes } from '#app/core/text/escapes.ts';
import { loadContent } from '#app/domains/content/content.reader.ts';
import { getFrontPageId, getPostsPageId } from '#app/domains/content/front-pages.ts';
import { buildPermalink, resolveLink } from '#app/domains/content/permalinks.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { searchContent } from '#app/domains/content/search/search.service.ts';
import { category, eventCategory, tag, type Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { findTerm, buildTermLink } from '#app/domains/content/terms/term.record.ts';
import { buildAuthorLink, findUserBySlug } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';

/** A page with separate statistics: content, the list of posts, a term or an author (docs/behaviour/analytics.md 5.11). */
export interface Entity {
  id: number;
  title: string;
  /** Public URL. */
  url: string;
  type: 'post' | 'blog' | 'term' | 'user';
}

const MAX_HITS = 10;
const kinds = ['post', 'page', 'event', 'venue', 'organizer'];
const taxonomies: readonly (readonly [taxonomy: Taxonomy, label: string])[] = [
  [category, 'Category'],
  [tag, 'Tag'],
  [eventCategory, 'Event Category'],
];

/** Query parameters that make the front page show content by ID. */
const ID_PARAMETERS = ['p', 'page_id', 'attachment_id'];
/** Query parameters that make the front page show a list instead. */
const LIST_PARAMETERS = ['s', 'rest_route', 'cat', 'category_name', 'tag', 'author', 'author_name', 'm', 'feed'];

const toEntity = (site: Site, content: ContentRecord, type: 'post' | 'blog' = 'post'): Entity => ({
  id: content.id,
  title: content.title,
  url: decodeEscapes(buildPermalink(site, content)),
  type,
});

async function loadPublished(site: Site, id: number): Promise<ContentRecord | null> {
  const content = await loadContent(site, id);
  return content?.status === 'publish' && kinds.includes(content.kind) ? content : null;
}

const getBareHost = (url: URL) => url.host.replace(/^www\./, '');

/** Returns the path relative to the site's URL, with a trailing slash. Null for a URL of another site. */
function getRelativePath(site: Site, url: URL): string | null {
  const siteUrl = new URL(site.config.siteUrl);
  const base = siteUrl.pathname.replace(/\/$/, '');
  if (getBareHost(url) !== getBareHost(siteUrl) || !`${url.pathname}/`.startsWith(`${base}/`)) return null;
  return `${decodeEscapes(url.pathname.slice(base.length)).replace(/\/+$/, '')}/`;
}

/** Returns the slug in a path that matches a template. Null if the path does not match. */
function parseSlug(path: string, template: (slug: string) => string): string | null {
  const [before = '', after = ''] = template('\0').split('\0');
  const slug = path.startsWith(before) && path.endsWith(after) ? path.slice(before.length, path.length - after.length) : '';
  return slug === '' || slug.includes('/') ? null : slug;
}

async function findTermAt(site: Site, path: string): Promise<Entity | null> {
  for (const [taxonomy, label] of taxonomies) {
    const slug = parseSlug(path, (name) => taxonomy.path(name));
    const term = slug === null ? null : await findTerm(site, taxonomy.name, slug);
    if (term && term.slug === slug)
      return { id: term.id, title: `${label}: ${term.name}`, url: decodeEscapes(buildTermLink(site, term)), type: 'term' };
  }
  return null;
}

async function findAuthorAt(site: Site, path: string): Promise<Entity | null> {
  const slug = parseSlug(path, (name) => `/author/${name}/`);
  const user = slug === null ? null : await findUserBySlug(site, slug);
  return user && { id: user.id, title: `Author: ${user.displayName}`, url: decodeEscapes(buildAuthorLink(site, user)), type: 'user' };
}

async function loadFrontPage(site: Site): Promise<Entity | null> {
  const id = getFrontPageId(site);
  const page = id === 0 ? null : await loadPublished(site, id);
  return page && toEntity(site, page);
}

async function findEntityAt(site: Site, url: URL): Promise<Entity | null> {
  const path = getRelativePath(site, url);
  if (path === null) return null;
  // other parameters, such as names of campaigns, do not change the page
  if (path === '/' && !ID_PARAMETERS.some((name) => url.searchParams.has(name)))
    return LIST_PARAMETERS.some((name) => url.searchParams.has(name)) ? null : await loadFrontPage(site);
  const archive = (await findTermAt(site, path)) ?? (await findAuthorAt(site, path));
  if (archive) return archive;
  const id = await resolveLink(site, url.href);
  const content = id === null ? null : await loadPublished(site, id);
  if (!content) return null;
  return toEntity(site, content, content.id === getPostsPageId(site) ? 'blog' : 'post');
}

/** Finds the entity at a URL of this site. For any other query, searches published content. Returns at most ten results, title matches first. */
export async function searchEntities(site: Site, query: string): Promise<Entity[]> {
  // some clients escape the query twice
  const text = decodeEscapes(query).trim();
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url) {
    const entity = await findEntityAt(site, url);
    return entity ? [entity] : [];
  }
  if (text === '') return [];
  const { nodes } = await searchContent(site, { type: 'post', search: text, page: 1, perPage: MAX_HITS }, kinds);
  return nodes.map((content) => toEntity(site, content));
}
