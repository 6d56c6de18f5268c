import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { category, tag } from '../terms/taxonomies.ts';
import { FORM_LIMIT } from '#app/web/pages/forms.ts';
import { visitorPage } from '#app/web/pages/visitor-page.ts';
import { sendAuthorArchive, sendFormatArchive, sendTermArchive } from './archives.page.ts';
import { showByAddress, showFront, checkPostPassword } from './by-address.page.ts';
import { restLink } from './discovery.ts';
import { FEED_PATH, sendPostFeed } from './feed.route.ts';
import { formatPath } from '../search/formats.ts';
import { noPage } from './list.page.ts';
import { showRelation } from './relation.page.ts';
import { showSearch } from './search.page.ts';
import { mountSitemap } from './sitemap.route.ts';

const parameter = (request: FastifyRequest, name: string) => (request.params as Record<string, string | undefined>)[name] ?? '';

/** Returns the slug in its stored form. The router has decoded the slug, so non-ASCII letters are percent-encoded again, in lower case. */
function slugOf(request: FastifyRequest, text = parameter(request, 'slug')): string {
  return encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Returns the page number of a list's address. Throws 404 for an invalid number and for `page/1/`, which is not canonical. */
function pageNumber(request: FastifyRequest, number = parameter(request, 'page')): number {
  if (number === '') return 1;
  if (!/^[1-9]\d{0,5}$/.test(number) || number === '1') throw noPage();
  return Number(number);
}

/**
 * Mounts the public pages: front, permalinks, pages for frames, lists by category, tag and author, and 404 for every other GET. Adds a Link header for the REST API
 * to every response of the instance. Needs @fastify/cookie and @fastify/formbody, and an error handler that renders failures as pages.
 */
export function mountContentPages(app: FastifyInstance, site: Site): void {
  const link = restLink(site);
  app.addHook('onRequest', async (_request, reply) => void reply.header('Link', link));

  const redirectToSlash = async (request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(sitePath(site, request.url.replace(/(?=\?|$)/, '/')), 301);

  app.get('/', visitorPage, (request, reply) => showFront(site, request, reply));
  app.get('/page/:page/', visitorPage, (request, reply) => showFront(site, request, reply, pageNumber(request)));
  const mountList = (base: string, send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) => {
    for (const address of [base, `${base}page/:page/`]) {
      app.get(address, visitorPage, send);
      app.get(address.slice(0, -1), redirectToSlash);
    }
  };
  mountList(tag.path(':slug'), (request, reply) => sendTermArchive(site, request, reply, tag, slugOf(request), pageNumber(request)));
  app.get(category.path('*').slice(0, -1), visitorPage, (request, reply) => {
    const wildcard = parameter(request, '*');
    if (!wildcard.endsWith('/')) return redirectToSlash(request, reply);
    const [, slugs = '', page = ''] = /^(.*?)\/(?:page\/([^/]*)\/)?$/.exec(wildcard) ?? [];
    const path = slugs
      .split('/')
      .map((slug) => slugOf(request, slug))
      .join('/');
    return sendTermArchive(site, request, reply, category, path, pageNumber(request, page));
  });
  mountList('/author/:slug/', (request, reply) => sendAuthorArchive(site, request, reply, slugOf(request), pageNumber(request)));
  mountList(formatPath(':slug'), (request, reply) => sendFormatArchive(site, request, reply, slugOf(request), pageNumber(request)));
  for (const address of ['/rel/', '/rel/:name'])
    app.get(address, (request, reply) => showRelation(site, request, reply, parameter(request, 'name')));
  for (const [address, send] of [
    ['/search/', showSearch],
    [FEED_PATH, sendPostFeed],
  ] as const) {
    app.get(address, visitorPage, (request, reply) => send(site, request, reply));
    app.get(address.slice(0, -1), redirectToSlash);
  }
  mountSitemap(app, site);
  app.get('/*', visitorPage, (request, reply) => showByAddress(site, request, reply));
  app.post('/', { bodyLimit: FORM_LIMIT }, (request, reply) => checkPostPassword(site, request, reply));
  app.post('/*', { bodyLimit: FORM_LIMIT }, (request, reply) => checkPostPassword(site, request, reply));
}
