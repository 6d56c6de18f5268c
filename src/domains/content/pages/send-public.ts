import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PagePart } from '#app/core/domain/domain.ts';
import { matchesEtag, createStrongEtag } from '#app/core/http/etag.ts';
import { recordPage } from '#app/core/caching/cache-dependencies.ts';
import type { Site } from '#app/site.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { ViewedPage } from '#app/core/caching/viewed-page.ts';
import { reportPageView } from '#app/core/page-views/page-views.ts';
import { collectBodyParts, adaptBody, collectHeads, SITE_SCRIPTS_POLICY } from '#app/web/pages/domain-parts.ts';
import { renderDocument, type Page } from '#app/web/pages/layout.ts';
import { getPageLanguage, getTextsForRequest, getVaryHeader } from '#app/web/pages/language.ts';
import { renderRestHead } from './discovery.ts';

/** Options for sending a public page. */
export interface SendOptions {
  status?: number;
  /** True if only this reader may see the page. Disables caches and search engines. */
  isPrivate?: boolean;
  /** True if other sites may frame the page. */
  mayBeFramed?: boolean;
  /** Script directives of the content security policy; absent for no scripts. */
  scripts?: string;
  /** Additional image sources of the content security policy. */
  imageSources?: readonly string[];
  /** Parts of the body from other domains. */
  parts?: readonly PagePart[];
  /** The page that view counters count. Default: an unspecified page. */
  view?: ViewedPage;
  /** Time of the last change. */
  modified?: Date;
  /** Value of the Vary header. Default: `Cookie`. */
  vary?: string;
}

const IMAGE_SOURCES = "img-src 'self' https: data:";
const MEDIA_SOURCES = "media-src 'self' https:; frame-src https:";

function buildPolicy({ mayBeFramed = false, scripts = '', imageSources = [] }: SendOptions): string {
  const images = [IMAGE_SOURCES, ...imageSources].join(' ');
  return `default-src 'none'; ${scripts}style-src 'self'; font-src 'self'; ${images}; ${MEDIA_SOURCES}; form-action 'self'; base-uri 'none'; frame-ancestors ${mayBeFramed ? '*' : "'none'"}`;
}

/** True if the client has the current page. `If-Modified-Since` is only used without `If-None-Match`. */
function isNotModified(request: FastifyRequest, tag: string, modified: Date | undefined): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) return matchesEtag(tags, tag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return modified !== undefined && !Number.isNaN(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** Sends markup as a page with an ETag and a strict content security policy, or status 304 if the client has the current version. */
export function sendMarkup(request: FastifyRequest, reply: FastifyReply, markup: string, options: SendOptions = {}): FastifyReply {
  const { status = 200, isPrivate = false, mayBeFramed = false, modified, vary = 'Cookie' } = options;
  reply.headers({
    'Content-Security-Policy': buildPolicy(options),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    Vary: vary,
    ...(!mayBeFramed && { 'X-Frame-Options': 'DENY' }),
  });
  if (isPrivate || status !== 200) {
    reply.headers({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' });
    return reply.status(status).type('text/html; charset=utf-8').send(markup);
  }
  const tag = createStrongEtag(markup);
  reply.headers({
    ETag: tag,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    ...(modified && { 'Last-Modified': modified.toUTCString() }),
  });
  if (isNotModified(request, tag, modified)) return reply.status(304).send();
  return reply.status(200).type('text/html; charset=utf-8').send(markup);
}

/** Sends a public page in the site's layout. Pages for signed-in readers contain their name and are not cached. */
export async function sendPublicPage(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  page: Page,
  options: SendOptions = {},
): Promise<FastifyReply> {
  const parts = [...(options.parts ?? []), ...collectBodyParts(site, page.body)];
  const head: Html = html`${page.head}${parts.map((part) => part.head)}${renderRestHead(site)}`;
  const isPrivate = options.isPrivate === true || page.viewer !== null;
  const heads = await collectHeads(site, request.cookies);
  const body = await adaptBody(site, page.body, request.cookies);
  const markup = await renderDocument(
    site,
    { ...page, head, body },
    page.translate ?? getTextsForRequest(site, request),
    heads,
    !isPrivate,
  );
  const scripts = heads.policy || (parts.some(({ usesScripts }) => usesScripts) ? SITE_SCRIPTS_POLICY : '');
  const imageSources = parts.flatMap((part) => part.imageSources);
  reply.header('Content-Language', getPageLanguage(site, page.translate));
  const view = options.view ?? { kind: 'other', id: 0 };
  if (!isPrivate) recordPage({ view, objectId: view.id === 0 ? null : view.id });
  const sent = sendMarkup(request, reply, markup.toString(), { ...options, isPrivate, scripts, imageSources, vary: getVaryHeader(site) });
  const countsAsView = options.isPrivate !== true && options.status === undefined && page.viewer?.can('edit_posts') !== true;
  if (countsAsView) reportPageView(site, view, request);
  return sent;
}
