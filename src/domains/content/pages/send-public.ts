import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PagePart } from '#app/core/domain/domain.ts';
import { matchesEtag, strongEtagOf } from '#app/core/http/etag.ts';
import { notePage } from '#app/core/caching/cache-dependencies.ts';
import type { Site } from '#app/site.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { ViewedPage } from '#app/core/caching/viewed-page.ts';
import { pageViewed } from '#app/core/page-views/page-views.ts';
import { bodyParts, domainBody, domainHeads, SCRIPTS_OF_THE_SITE } from '#app/web/pages/domain-parts.ts';
import { document, type Page } from '#app/web/pages/layout.ts';
import { languageOfPage, sayTo, varyOf } from '#app/web/pages/language.ts';
import { restHead } from './discovery.ts';

/** Options for sending a public page. */
export interface PublicSending {
  status?: number;
  /** True if only this reader may see the page. Disables caches and search engines. */
  isPrivate?: boolean;
  /** True if other sites may frame the page. */
  mayBeFramed?: boolean;
  /** Script directives of the content security policy. Absent: no scripts. */
  scripts?: string;
  /** Additional image sources of the content security policy. */
  imageSources?: readonly string[];
  /** Parts of the body from other domains. */
  parts?: readonly PagePart[];
  /** The viewed page for view counters. Default: an unspecified page. */
  view?: ViewedPage;
  /** Time of the last change. */
  modified?: Date;
  /** Value of the Vary header. Default: `Cookie`. */
  vary?: string;
}

const PICTURES = "img-src 'self' https: data:";
const MEDIA = "media-src 'self' https:; frame-src https:";

function policyOf({ mayBeFramed = false, scripts = '', imageSources = [] }: PublicSending): string {
  const pictures = [PICTURES, ...imageSources].join(' ');
  return `default-src 'none'; ${scripts}style-src 'self'; font-src 'self'; ${pictures}; ${MEDIA}; form-action 'self'; base-uri 'none'; frame-ancestors ${mayBeFramed ? '*' : "'none'"}`;
}

/** True if the browser has the current page. `If-Modified-Since` is only used without `If-None-Match`. */
function isKnown(request: FastifyRequest, tag: string, modified: Date | undefined): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) return matchesEtag(tags, tag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return modified !== undefined && !Number.isNaN(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** Sends markup as a public page with an ETag and a strict content security policy, or 304 if the client has the current version. */
export function sendMarkup(request: FastifyRequest, reply: FastifyReply, markup: string, sending: PublicSending = {}): FastifyReply {
  const { status = 200, isPrivate = false, mayBeFramed = false, modified, vary = 'Cookie' } = sending;
  reply.headers({
    'Content-Security-Policy': policyOf(sending),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    Vary: vary,
    ...(!mayBeFramed && { 'X-Frame-Options': 'DENY' }),
  });
  if (isPrivate || status !== 200) {
    reply.headers({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
    return reply.status(status).type('text/html; charset=utf-8').send(markup);
  }
  const tag = strongEtagOf(markup);
  reply.headers({
    ETag: tag,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...(modified && { 'Last-Modified': modified.toUTCString() }),
  });
  if (isKnown(request, tag, modified)) return reply.status(304).send();
  return reply.status(200).type('text/html; charset=utf-8').send(markup);
}

/** Sends a public page in the site's layout. Pages for signed-in readers contain their name and are not cached. */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  page: Page,
  sending: PublicSending = {},
): Promise<FastifyReply> {
  const parts = [...(sending.parts ?? []), ...bodyParts(site, page.body)];
  const head: Html = html`${page.head}${parts.map((part) => part.head)}${restHead(site)}`;
  const isPrivate = sending.isPrivate === true || page.viewer !== null;
  const heads = await domainHeads(site, request.cookies);
  const body = await domainBody(site, page.body, request.cookies);
  const markup = await document(site, { ...page, head, body }, page.say ?? sayTo(site, request), heads, !isPrivate);
  const scripts = heads.policy || (parts.some(({ usesScripts }) => usesScripts) ? SCRIPTS_OF_THE_SITE : '');
  const imageSources = parts.flatMap((part) => part.imageSources);
  reply.header('Content-Language', languageOfPage(site, page.say));
  const view = sending.view ?? { kind: 'other', id: 0 };
  if (!isPrivate) notePage({ view, objectId: view.id === 0 ? null : view.id });
  const sent = sendMarkup(request, reply, markup.toString(), { ...sending, isPrivate, scripts, imageSources, vary: varyOf(site) });
  const isOfVisitor = sending.isPrivate !== true && sending.status === undefined && page.viewer?.can('edit_posts') !== true;
  if (isOfVisitor) pageViewed(site, view, request);
  return sent;
}
