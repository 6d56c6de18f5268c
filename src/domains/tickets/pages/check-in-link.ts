import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { followCheckInLink } from '../../tickets/qr/public-link.ts';
import { qrEnabled } from '../../tickets/tickets.settings.ts';
import { createFieldReader, parseNumber } from '#app/web/pages/forms.ts';
import { getRequestViewer } from './attendee-export.route.ts';

/** Returns the viewer that an application password or a session identifies, or an anonymous viewer if the credentials are invalid. */
async function getLinkViewer(site: Site, request: FastifyRequest): Promise<Viewer> {
  return await getRequestViewer(site, request).catch((error: unknown) => {
    if (error instanceof Failure) return anonymous;
    throw error;
  });
}

/**
 * Mounts `/?event_qr_code=1&…`, the public link of a QR code (docs/behaviour/tickets.md 6.4). If the feature is off, the URL shows the front page.
 */
export function mountCheckInLink(app: FastifyInstance, site: Site): void {
  app.addHook('preHandler', async (request, reply: FastifyReply) => {
    if (!request.url.startsWith('/?') || (request.method !== 'GET' && request.method !== 'HEAD')) return;
    const field = createFieldReader(request.query);
    if (field('event_qr_code') === '' || !site.settings.get(qrEnabled)) return;
    const link = {
      attendeeId: parseNumber(field('ticket_id')),
      postId: parseNumber(field('event_id')),
      securityCode: field('security_code'),
    };
    const target = await followCheckInLink(site, await getLinkViewer(site, request), link, request.method === 'GET');
    return reply
      .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
      .redirect(target, 302);
  });
}
