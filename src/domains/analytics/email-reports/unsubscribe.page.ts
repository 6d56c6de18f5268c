import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '#app/core/text/html.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { stopReports } from './subscription.service.ts';
import { UNSUBSCRIBE_PAGE, buildUnsubscribeUrl, findTokenUserId } from './unsubscribe.ts';

function getUserId(site: Site, request: FastifyRequest): number {
  const { user, token } = request.query as Record<string, unknown>;
  const userId = findTokenUserId(site, user, token);
  if (userId === null) throw new Failure('unsubscribe_address_unknown', 404, 'This unsubscribe link is invalid.');
  return userId;
}

function sendMessage(reply: FastifyReply, site: Site, title: string, content: ReturnType<typeof html>): Promise<FastifyReply> {
  return sendPage(reply, site, {
    title,
    viewer: null,
    translate: getTextsForRequest(site, reply.request),
    isNarrow: true,
    body: html`<h1>${title}</h1>\n${content}`,
  });
}

/**
 * Mounts the page on which a user unsubscribes from reports. Opening the link changes nothing, because programs also open links. A user unsubscribes
 * only with the button or with the one-click request of a mail client (RFC 8058).
 */
export function mountUnsubscribe(app: FastifyInstance, site: Site): void {
  app.get(UNSUBSCRIBE_PAGE, (request, reply) => {
    const url = new URL(buildUnsubscribeUrl(site, getUserId(site, request)));
    return sendMessage(
      reply,
      site,
      getTextsForRequest(site, request)('reports.stopTitle'),
      html`<form method="post" action="${url.pathname + url.search}"><button>${getTextsForRequest(site, request)('reports.stop')}</button></form>`,
    );
  });
  app.post(UNSUBSCRIBE_PAGE, async (request, reply) => {
    await stopReports(site, getUserId(site, request));
    return sendMessage(
      reply,
      site,
      getTextsForRequest(site, request)('reports.stopped'),
      html`<p>${getTextsForRequest(site, request)('reports.stoppedWhy')}</p>`,
    );
  });
}
