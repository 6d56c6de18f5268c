import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FORM_LIMIT, renderNonceField, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { now } from '#app/core/time/clock.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { toSitePath } from '../auth/redirect.ts';
import { endSessions, listSessionHashes } from '../auth/sessions.ts';
import type { Viewer } from '../auth/viewer.ts';
import { renderTime } from './time.ts';

const PATH = '/account/sessions';
const ACTION = 'end_sessions';
/** Number of newest sessions that the page shows. */
const MAX_SHOWN = 20;

/** Renders the viewer's sessions and the button that ends all other sessions. */
export async function renderSessionsSection(site: Site, translate: Translate, viewer: Viewer): Promise<Html> {
  const sessions = await site.db.prisma.session.findMany({
    where: { userId: viewer.id, expiresAt: { gt: now() } },
    select: { tokenHash: true, createdAt: true, ip: true, userAgent: true },
    orderBy: { createdAt: 'desc' },
    take: MAX_SHOWN,
  });
  const ownHashes = listSessionHashes(site, viewer.sessionToken);
  return html`<h2>${translate('account.sessions')}</h2>
<ul class="cards">${sessions.map(
    ({ tokenHash, createdAt, ip, userAgent }) => html`<li class="card"><div>
    <h3>${ownHashes.includes(tokenHash) ? translate('account.here') : ip || translate('account.elsewhere')}</h3>
    <p class="quiet">${ownHashes.includes(tokenHash) && ip !== '' ? translateToHtml(translate, 'account.sinceFrom', { time: renderTime(translate, createdAt), address: ip }) : translateToHtml(translate, 'account.since', { time: renderTime(translate, createdAt) })} ${userAgent}</p>
  </div></li>`,
  )}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="${toSitePath(site, PATH)}" class="actions">
  ${renderNonceField(site, viewer, ACTION)}<button class="danger">${translate('account.endSessions')}</button>
</form>`
}`;
}

async function endOthers(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  reply.header('Cache-Control', 'no-store');
  if (!viewer) return reply.redirect(toSitePath(site, '/sign-in'), 303);
  requireOwnForm(site, request, viewer, ACTION);
  await endSessions(site, viewer.id, viewer.sessionToken);
  return reply.redirect(`${toSitePath(site, '/account')}?done=sessions`, 303);
}

/** Mounts `/account/sessions`, which ends all sessions of the viewer except the session of the request. */
export function mountSessions(app: FastifyInstance, site: Site): void {
  app.post(PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => endOthers(site, request, reply));
}
