import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { getFrontPageId } from './front-pages.ts';
import { getKind, isKind, page } from './kinds.ts';
import type { ContentRecord } from './record.ts';

type LinkedContent = Pick<ContentRecord, 'id' | 'kind' | 'status' | 'slug' | 'dateLocal' | 'pathAbove'>;

const hasPermalink = (status: string) => status === 'publish' || status === 'private';

const isFrontPage = (site: Site, content: LinkedContent) => content.kind === page.name && content.id === getFrontPageId(site);

/**
 * Returns the permalink of published and private content, else the plain link with the ID (docs/behaviour/core-rest.md 7.1). The permalink of the
 * front page is the site's URL.
 */
export function buildPermalink(site: Site, content: LinkedContent): string {
  const kind = getKind(content.kind);
  const root = site.config.siteUrl;
  if (isFrontPage(site, content) && hasPermalink(content.status)) return `${root}/`;
  return hasPermalink(content.status) && content.slug !== ''
    ? root + kind.path(content, content.slug)
    : `${root}/${kind.plainQuery(content.id)}`;
}

/**
 * Returns the permalink with a placeholder for the slug: `%postname%`, for pages `%pagename%`. For content in the trash and the front page, returns
 * the link without a placeholder.
 */
export function buildPermalinkTemplate(site: Site, content: LinkedContent): string {
  const kind = getKind(content.kind);
  return content.status === 'trash' || isFrontPage(site, content)
    ? buildPermalink(site, content)
    : site.config.siteUrl + kind.path(content, kind.slugPlaceholder);
}

/** Returns the permanent identifier of new content, which has the form of a URL. */
export function buildGuid(site: Site, kind: string, id: number): string {
  return kind === 'post' ? `${site.config.siteUrl}/?p=${id}` : `${site.config.siteUrl}/?post_type=${getKind(kind).typeName}&p=${id}`;
}

/** Content that a URL refers to. */
type Target = { id: number } | { kind: string; slug: string; date: string | null; above: string | null };

const DATE_AND_SLUG = /^\/(\d{4})\/(\d{2})\/(\d{2})\/([^/]+)\/?$/;
const KIND_AND_SLUG = /^\/([^/]+)\/([^/]+)\/?$/;
const PAGE_PATH = /^\/((?:[^/]+\/)*)([^/]+)\/?$/;

function normalizeSlug(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());
}

/** Removes `www.` before the host. Hosts such as `www.127.0.0.1` are invalid. */
function stripWww(url: string): string {
  return url.replace(/^(\s*(?:https?:)?\/\/(?:[^/?#@]*@)?)www\./i, '$1');
}

/** Parses a URL of this site; null for other sites. Ignores scheme and `www.`, and resolves relative URLs. */
export function parseOwnUrl(site: Site, address: string): URL | null {
  const root = new URL(`${stripWww(site.config.siteUrl)}/`);
  const url = URL.parse(stripWww(address), root);
  return url && /^https?:$/.test(url.protocol) && url.host === root.host ? url : null;
}

function splitSitePath(site: Site, address: string): { path: string; query: URLSearchParams } | null {
  const url = parseOwnUrl(site, address);
  const base = new URL(site.config.siteUrl).pathname.replace(/\/$/, '');
  if (!url?.pathname.startsWith(base)) return null;
  return { path: url.pathname.slice(base.length) || '/', query: url.searchParams };
}

/** True if year, month and day of a match are a valid date. The database throws an error for other dates. */
function isDay([, year = '', month = '', day = '']: readonly string[]): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return year !== '0000' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}

function parseTarget(site: Site, address: string): Target | null {
  const location = splitSitePath(site, address);
  if (!location) return null;
  const number = location.query.get('p') ?? location.query.get('page_id') ?? location.query.get('attachment_id');
  if (number !== null && /^\d{1,9}$/.test(number)) return { id: Number(number) };
  const front = location.path === '/' ? getFrontPageId(site) : 0;
  if (front > 0) return { id: front };
  const datedMatch = DATE_AND_SLUG.exec(location.path);
  if (datedMatch && !isDay(datedMatch)) return null;
  if (datedMatch)
    return {
      kind: 'post',
      slug: normalizeSlug(datedMatch[4] as string),
      date: `${datedMatch[1]}-${datedMatch[2]}-${datedMatch[3]}`,
      above: null,
    };
  const kindMatch = KIND_AND_SLUG.exec(location.path);
  if (kindMatch && isKind(kindMatch[1] as string))
    return { kind: kindMatch[1] as string, slug: normalizeSlug(kindMatch[2] as string), date: null, above: null };
  const [, above = '', slug] = PAGE_PATH.exec(location.path) ?? [];
  // the slug alone also finds a page with a parent, because old links do not contain the parents
  return slug === undefined ? null : { kind: 'page', slug: normalizeSlug(slug), date: null, above: normalizeSlug(above) || null };
}

const byAddress = statement(
  'content_of_link',
  `SELECT c.id FROM content c WHERE c.kind = $1 AND c.slug = $2 AND ($3::date IS NULL OR c.date_local::date = $3::date)
     AND ($4::text IS NULL OR content_path(c.parent_id) = $4)
   ORDER BY (c.status IN ('draft', 'pending', 'auto-draft')), c.id LIMIT 1`,
  rowShape({ id: 'int' }),
);

/**
 * Returns the ID of the content at a URL of this site, or null. Ignores scheme, `www.`, fragment and trailing slash, and accepts relative paths
 * (docs/behaviour/core-rest.md 9.1). The slug alone also finds a page with a parent. The URL of the site finds the front page. Does not check
 * permissions.
 */
export async function resolveLink(site: Site, address: string): Promise<number | null> {
  const target = parseTarget(site, address);
  if (!target) return null;
  if ('id' in target) return target.id;
  const [row] = await site.db.rows(byAddress, [target.kind, target.slug, target.date, target.above]);
  return row?.id ?? null;
}
