import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sitePath } from '../../auth/redirect.ts';
import type { Site } from '../../site.ts';
import { category, tag } from '../../terms/taxonomies.ts';
import { FORM_LIMIT } from '../forms.ts';
import { redirectToTerm, sendAuthorArchive, sendTermArchive } from './archives.page.ts';
import { showByAddress, showFront, takePassword } from './by-address.page.ts';
import { restLink } from './discovery.ts';
import { noPage } from './list.page.ts';
import { showRelation } from './relation.page.ts';

const parameter = (request: FastifyRequest, name: string) => (request.params as Record<string, string | undefined>)[name] ?? '';

/** A slug as it is stored: other scripts percent-encoded in lower case, which the router has decoded. */
function slugOf(request: FastifyRequest, text = parameter(request, 'slug')): string {
  return encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Page number of a list's address; throws 404 for what is none, and for `page/1/`, which has an address of its own. */
function pageNumber(request: FastifyRequest): number {
  const number = parameter(request, 'page');
  if (number === '') return 1;
  if (!/^[1-9]\d{0,5}$/.test(number) || number === '1') throw noPage();
  return Number(number);
}

/**
 * The public pages: front, posts and pages at their permalinks, their small pages for frames, lists by category, tag and author, and 404 for
 * every other GET. Every answer of the instance, whoever mounted the route, tells where the REST interface is. Needs @fastify/cookie and
 * @fastify/formbody on the instance, and an error handler that shows failures as pages.
 */
export function mountContentPages(app: FastifyInstance, site: Site): void {
  const link = restLink(site);
  app.addHook('onRequest', async (_request, reply) => void reply.header('Link', link));

  app.get('/', (request, reply) => showFront(site, request, reply));
  app.get('/page/:page/', (request, reply) => showFront(site, request, reply, pageNumber(request)));
  const list = (base: string, send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) => {
    for (const address of [base, `${base}page/:page/`]) {
      app.get(address, send);
      app.get(address.slice(0, -1), async (request, reply) => reply.redirect(sitePath(site, request.url.replace(/(?=\?|$)/, '/')), 301));
    }
  };
  for (const taxonomy of [category, tag]) {
    list(taxonomy.path(':slug'), (request, reply) => sendTermArchive(site, request, reply, taxonomy, slugOf(request), pageNumber(request)));
  }
  // sites that moved here named a category below its parents
  app.get(category.path('*').slice(0, -1), (request, reply) => {
    const slug = slugOf(request, parameter(request, '*').replace(/\/$/, '').split('/').at(-1));
    return redirectToTerm(site, reply, category, slug);
  });
  list('/author/:slug/', (request, reply) => sendAuthorArchive(site, request, reply, slugOf(request), pageNumber(request)));
  for (const address of ['/rel/', '/rel/:name'])
    app.get(address, (request, reply) => showRelation(site, request, reply, parameter(request, 'name')));
  app.get('/*', (request, reply) => showByAddress(site, request, reply));
  app.post('/', { bodyLimit: FORM_LIMIT }, (request, reply) => takePassword(site, request, reply));
  app.post('/*', { bodyLimit: FORM_LIMIT }, (request, reply) => takePassword(site, request, reply));
}
