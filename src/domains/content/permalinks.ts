import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { frontPageOf } from './front-pages.ts';
import { kindOf, isKind, page } from './kinds.ts';
import type { ContentRecord } from './record.ts';

type Linked = Pick<ContentRecord, 'id' | 'kind' | 'status' | 'slug' | 'dateLocal' | 'pathAbove'>;

const hasPermalink = (status: string) => status === 'publish' || status === 'private';

const isAtFront = (site: Site, content: Linked) => content.kind === page.name && content.id === frontPageOf(site);

/** Address of the content: its permalink when published or private, else the plain one with its number (core-rest.md 7.1). The front page has the site's. */
export function linkOf(site: Site, content: Linked): string {
  const kind = kindOf(content.kind);
  const root = site.config.siteUrl;
  if (isAtFront(site, content) && hasPermalink(content.status)) return `${root}/`;
  return hasPermalink(content.status) && content.slug !== ''
    ? root + kind.path(content, content.slug)
    : `${root}/${kind.plainQuery(content.id)}`;
}

/** The permalink with `%postname%`, of pages `%pagename%`, in the place of the slug; in the trash and at the front the link as it is. */
export function permalinkTemplateOf(site: Site, content: Linked): string {
  const kind = kindOf(content.kind);
  return content.status === 'trash' || isAtFront(site, content)
    ? linkOf(site, content)
    : site.config.siteUrl + kind.path(content, kind.slugMark);
}

/** Address of new content that never changes again. */
export function guidOf(site: Site, kind: string, id: number): string {
  return kind === 'post' ? `${site.config.siteUrl}/?p=${id}` : `${site.config.siteUrl}/?post_type=${kindOf(kind).typeName}&p=${id}`;
}

/** What an address of the site says about the content behind it. */
type Target = { id: number } | { kind: string; slug: string; date: string | null; above: string | null };

const DATED = /^\/(\d{4})\/(\d{2})\/(\d{2})\/([^/]+)\/?$/;
const NAMED = /^\/([^/]+)\/([^/]+)\/?$/;
const OF_PAGE = /^\/((?:[^/]+\/)*)([^/]+)\/?$/;

function normalSlug(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());
}

/** Without `www.` before the host: in front of a number that is a host it would make an address that nothing parses. */
function bare(address: string): string {
  return address.replace(/^(\s*(?:https?:)?\/\/(?:[^/?#@]*@)?)www\./i, '$1');
}

/** An address of this site, null for others: scheme and `www.` do not count, relative addresses are the site's own. */
export function ownUrl(site: Site, address: string): URL | null {
  const root = new URL(`${bare(site.config.siteUrl)}/`);
  const url = URL.parse(bare(address), root);
  return url && /^https?:$/.test(url.protocol) && url.host === root.host ? url : null;
}

function pathBelowSite(site: Site, address: string): { path: string; query: URLSearchParams } | null {
  const url = ownUrl(site, address);
  const base = new URL(site.config.siteUrl).pathname.replace(/\/$/, '');
  if (!url?.pathname.startsWith(base)) return null;
  return { path: url.pathname.slice(base.length) || '/', query: url.searchParams };
}

/** Whether the calendar has the day; the database refuses to compare with others. */
function isDay([, year = '', month = '', day = '']: readonly string[]): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return year !== '0000' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}

function targetOf(site: Site, address: string): Target | null {
  const found = pathBelowSite(site, address);
  if (!found) return null;
  const number = found.query.get('p') ?? found.query.get('page_id') ?? found.query.get('attachment_id');
  if (number !== null && /^\d{1,9}$/.test(number)) return { id: Number(number) };
  const front = found.path === '/' ? frontPageOf(site) : 0;
  if (front > 0) return { id: front };
  const dated = DATED.exec(found.path);
  if (dated && !isDay(dated)) return null;
  if (dated) return { kind: 'post', slug: normalSlug(dated[4] as string), date: `${dated[1]}-${dated[2]}-${dated[3]}`, above: null };
  const named = NAMED.exec(found.path);
  if (named && isKind(named[1] as string))
    return { kind: named[1] as string, slug: normalSlug(named[2] as string), date: null, above: null };
  const [, above = '', slug] = OF_PAGE.exec(found.path) ?? [];
  // a page below others was once addressed by its slug alone
  return slug === undefined ? null : { kind: 'page', slug: normalSlug(slug), date: null, above: normalSlug(above) || null };
}

const byAddress = statement(
  'content_of_link',
  `SELECT c.id FROM content c WHERE c.kind = $1 AND c.slug = $2 AND ($3::date IS NULL OR c.date_local::date = $3::date)
     AND ($4::text IS NULL OR content_path(c.parent_id) = $4)
   ORDER BY (c.status IN ('draft', 'pending', 'auto-draft')), c.id LIMIT 1`,
  answer({ id: 'int' }),
);

/**
 * Id of the content behind an address of this site, with or without a trailing slash; scheme, `www.` and fragment do not count, relative
 * paths do (core-rest.md 9.1). A page below others is found by its slug alone too, the front page by the
 * site's own address. Null when nothing has that address. Whether the caller may read it is not looked at.
 */
export async function resolveLink(site: Site, address: string): Promise<number | null> {
  const target = targetOf(site, address);
  if (!target) return null;
  if ('id' in target) return target.id;
  const [row] = await site.db.rows(byAddress, [target.kind, target.slug, target.date, target.above]);
  return row?.id ?? null;
}
