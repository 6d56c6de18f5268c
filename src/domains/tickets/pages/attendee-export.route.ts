import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identify } from '#app/domains/identity/auth/sign-in.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canEdit } from '../../content/content.permissions.ts';
import { isKind } from '../../content/kinds.ts';
import { getSiteToday } from '../../content/site-time.ts';
import { invalidArguments, refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { streamAttendeeCsv } from '../../tickets/export/attendee-csv.ts';
import { getClientIp } from '#app/web/client-ip.ts';
import { buildAudience, isManager } from '../audience.ts';
import { loadSellingPosts } from '../ticket.reader.ts';
import { tryQrKey } from '../qr-key.service.ts';
import { createFieldReader, getPageViewer } from '#app/web/pages/forms.ts';

/** Returns the viewer that an application password or a session identifies. Downloads need no nonce, because they change nothing. */
export async function getRequestViewer(site: Site, request: FastifyRequest): Promise<Viewer> {
  const { authorization } = request.headers;
  if (authorization === undefined) return (await getPageViewer(site, request)) ?? anonymous;
  const client = { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') };
  return (await identify(site, { authorization, ...client })).viewer;
}

function readId(name: string, text: string): number | undefined {
  if (text === '') return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidArguments({ [name]: 'Enter an ID: a positive whole number.' });
  return Number(text);
}

/** True if the viewer may edit the post. Organizers of a post may export only its attendees. */
async function canEditPost(site: Site, viewer: Viewer, postId: number | undefined): Promise<boolean> {
  const [post] = postId === undefined ? [] : await loadSellingPosts(site, [postId]);
  return post !== undefined && isKind(post.kind) && canEdit(viewer, post);
}

async function sendCsv(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = createFieldReader(request.query);
  const filter = { postId: readId('post_id', field('post_id')), ticketId: readId('ticket_id', field('ticket_id')) };
  const viewer = await getRequestViewer(site, request);
  const key = field('api_key');
  const hasKey = key !== '' && !isManager(viewer) && (await tryQrKey(site, getClientIp(request, site.config.trustProxy), key));
  const isEditor = await canEditPost(site, viewer, filter.postId);
  const audience = { ...buildAudience(viewer, { hasKey }), ...(isEditor && { isManager: true }) };
  if (!audience.isManager) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage attendees.');
  const name = ['attendees', filter.postId, filter.ticketId, getSiteToday(site)].filter(Boolean).join('-');
  reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${name}.csv"`);
  if (request.method === 'HEAD') return await reply.send('');
  const csv = streamAttendeeCsv(site, audience, filter);
  csv.on('error', (error) => request.log.error({ err: error }, 'an export of attendees was interrupted'));
  return await reply.send(csv);
}

/**
 * Mounts `GET /exports/attendees.csv?post_id=&ticket_id=`: the attendees of a post, a ticket or the whole site as a CSV file. Users who manage
 * attendees may download it with a session, an application password or `api_key`. Users who may edit a post may download its attendees.
 */
export function mountAttendeeExport(app: FastifyInstance, site: Site): void {
  app.get('/exports/attendees.csv', async (request, reply) => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex' });
    try {
      return await sendCsv(site, request, reply);
    } catch (error) {
      return reply.sendRefusal(error);
    }
  });
}
