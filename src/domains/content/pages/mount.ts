import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { category, tag } from '../terms/taxonomies.ts';
import { FORM_LIMIT } from '#app/web/pages/forms.ts';
import { visitorPage } from '#app/web/pages/visitor-page.ts';
import { sendAuthorArchive, sendFormatArchive, sendTermArchive } from './archives.page.ts';
import { showByAddress, showFront, checkPostPassword } from './by-address.page.ts';
import { buildRestLink } from './discovery.ts';
import { FEED_PATH, sendPostFeed } from './feed.route.ts';
import { buildFormatPath } from '../search/formats.ts';
import { pageNotFound } from './list.page.ts';
import { showRelation } from './relation.page.ts';
import { showSearch } from './search.page.ts';
import { mountSitemap } from './sitemap.route.ts';

const getParameter = (request: FastifyRequest, name: string) => (request.params as Record<string, string | undefined>)[name] ?? '';

/** Returns the slug in its stored form. The router has decoded the slug, so non-ASCII letters are percent-encoded again, in lower case. */
function getSlug(request: FastifyRequest, text = getParameter(request, 'slug')): string {
  return encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Returns the page number in the URL of a list. Throws 404 for an invalid number and for `page/1/`, which is not canonical. */
function parsePageNumber(request: FastifyRequest, number = getParameter(request, 'page')): number {
  if (number === '') return 1;
  if (!/^[1-9]\d{0,5}$/.test(number) || number === '1') throw pageNotFound();
  return Number(number);
}

/**
 * Mounts the public pages: front, permalinks, pages for frames, and lists by category, tag, author and format. Other GET requests get 404.
 * Adds a Link header for the REST API to every response of the instance. Needs @fastify/cookie, @fastify/formbody, and an error handler
 * that renders failures as pages.
 */
export function mountContentPages(app: FastifyInstance, site: Site): void {
  const link = buildRestLink(site);
  app.addHook('onRequest', async (_request, reply) => void reply.header('Link', link));

  const redirectToSlash = async (request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(toSitePath(site, request.url.replace(/(?=\?|$)/, '/')), 301);

  app.get('/', visitorPage, (request, reply) => showFront(site, request, reply));
  app.get('/page/:page/', visitorPage, (request, reply) => showFront(site, request, reply, parsePageNumber(request)));
  const mountList = (base: string, send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) => {
    for (const route of [base, `${base}page/:page/`]) {
      app.get(route, visitorPage, send);
      app.get(route.slice(0, -1), redirectToSlash);
    }
  };
  mountList(tag.path(':slug'), (request, reply) => sendTermArchive(site, request, reply, tag, getSlug(request), parsePageNumber(request)));
  app.get(category.path('*').slice(0, -1), visitorPage, (request, reply) => {
    const wildcard = getParameter(request, '*');
    if (!wildcard.endsWith('/')) return redirectToSlash(request, reply);
    const [, slugs = '', page = ''] = /^(.*?)\/(?:page\/([^/]*)\/)?$/.exec(wildcard) ?? [];
    const path = slugs
      .split('/')
      .map((slug) => getSlug(request, slug))
      .join('/');
    return sendTermArchive(site, request, reply, category, path, parsePageNumber(request, page));
  });
  mountList('/author/:slug/', (request, reply) => sendAuthorArchive(site, request, reply, getSlug(request), parsePageNumber(request)));
  mountList(buildFormatPath(':slug'), (request, reply) =>
    sendFormatArchive(site, request, reply, getSlug(request), parsePageNumber(request)),
  );
  for (const route of ['/rel/', '/rel/:name'])
    app.get(route, (request, reply) => showRelation(site, request, reply, getParameter(request, 'name')));
  for (const [route, send] of [
    ['/search/', showSearch],
    [FEED_PATH, sendPostFeed],
  ] as const) {
    app.get(route, visitorPage, (request, reply) => send(site, request, reply));
    app.get(route.slice(0, -1), redirectToSlash);
  }
  mountSitemap(app, site);
  app.get('/*', visitorPage, (request, reply) => showByAddress(site, request, reply));
  app.post('/', { bodyLimit: FORM_LIMIT }, (request, reply) => checkPostPassword(site, request, reply));
  app.post('/*', { bodyLimit: FORM_LIMIT }, (request, reply) => checkPostPassword(site, request, reply));
}
