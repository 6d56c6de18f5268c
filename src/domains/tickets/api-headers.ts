import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';
import { ticketsApiDisabled } from './tickets.settings.ts';

const NAMESPACE = '/vendor/tickets/v1';

/** Adds headers to pages and API responses that tell clients the URL of the tickets API (docs/behaviour/tickets.md 7). */
export function addTicketsApiHeaders(app: FastifyInstance, site: Site): void {
  const root = `${site.config.siteUrl}${site.config.restRoot}${NAMESPACE}/`;
  const ownPath = `${site.config.restRoot}${NAMESPACE}`;
  app.addHook('onSend', async (request, reply) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
    if (!isPage && !request.url.startsWith(ownPath)) return;
    if (site.settings.get(ticketsApiDisabled)) {
      reply.header('X-ET-API-VERSION', 'disabled');
      return;
    }
    reply.header('X-ET-API-VERSION', 'v1').header('X-ET-API-ROOT', root).header('X-ET-API-ORIGIN', site.config.siteUrl);
  });
}
