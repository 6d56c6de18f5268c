import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorPage } from '#app/web/pages/visitor-page.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { stylesheet, stylesheetPath } from '../calendar/stylesheet.ts';
import type { Site } from '#app/site.ts';
import { sendCalendar } from './calendar.page.ts';
import { sendEvent } from './event.page.ts';
import { sendOrganizer, sendVenue } from './linked.page.ts';

/** Returns the slug in its stored form: percent-encoded in lower case. The router has decoded it. */
function getSlug(request: FastifyRequest): string {
  const { slug = '' } = request.params as Record<string, string | undefined>;
  return encodeURIComponent(slug).replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

type SendBySlug = (site: Site, request: FastifyRequest, reply: FastifyReply, slug: string) => Promise<FastifyReply>;

const sendersByKind: Readonly<Record<string, SendBySlug>> = { event: sendEvent, venue: sendVenue, organizer: sendOrganizer };

/**
 * Mounts the views below `/events/` and the pages of events, venues and organizers. The headers of every response contain the URL of the
 * REST API, so that calendar programs find it (docs/behaviour/events.md 0.1).
 */
export function mountCalendarPages(app: FastifyInstance, site: Site): void {
  const { siteUrl, restRoot } = site.config;
  const discovery = { 'X-TEC-API-VERSION': 'v1', 'X-TEC-API-ROOT': `${siteUrl}${restRoot}/vendor/events/v1/`, 'X-TEC-API-ORIGIN': siteUrl };
  app.addHook('onRequest', async (_request, reply) => void reply.headers(discovery));

  app.get(stylesheetPath, (_request, reply) =>
    reply
      .headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        'Access-Control-Allow-Origin': '*',
      })
      .type('text/css; charset=utf-8')
      .send(stylesheet),
  );
  const redirectToSlash = async (request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(toSitePath(site, request.url.replace(/(?=\?|$)/, '/')), 301);
  app.get('/events', redirectToSlash);
  for (const path of ['/events/', '/events/*']) app.get(path, visitorPage, (request, reply) => sendCalendar(site, request, reply));
  for (const [kind, send] of Object.entries(sendersByKind)) {
    app.get(`/${kind}/:slug`, (request, reply) => (getSlug(request) === '' ? reply.callNotFound() : redirectToSlash(request, reply)));
    app.get(`/${kind}/:slug/`, visitorPage, (request, reply) => send(site, request, reply, getSlug(request)));
  }
}
