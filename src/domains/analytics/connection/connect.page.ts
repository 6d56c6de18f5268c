import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { html } from '#app/core/text/html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, FORM_LIMIT, renderNonceField, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { checkPermission, loadActor } from '../access/facts.ts';
import { AUTHORIZED_PAGE, beginAuthorization, completeAuthorization } from './authorization.service.ts';
import { CONNECT_PAGE } from '../site-url.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

function sendMessage(reply: FastifyReply, site: Site, viewer: Viewer, title: string, message: string, status = 200): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  const body = html`<h1>${title}</h1>
<p>${message}</p>
<p><a href="${toSitePath(site, '/')}">${translate('connect.toSite')}</a></p>`;
  return sendPage(reply, site, { title, translate, viewer, isNarrow: true, body }, { status });
}

const NONCE_ACTION = 'connect_analytics';

/** Returns the signed-in administrator. Null after a redirect to the sign-in page. Throws `forbidden` for other users. */
async function requireAdministrator(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null> {
  reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer');
  const viewer = await getPageViewer(site, request);
  if (!viewer) {
    await redirectToSignIn(site, reply, request.url);
    return null;
  }
  const { facts } = await loadActor(site, viewer);
  checkPermission(viewer, facts, 'authenticate');
  return viewer;
}

async function showConnectForm(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await requireAdministrator(site, request, reply);
  if (!viewer) return reply;
  const translate = getTextsForRequest(site, request);
  const title = translate('connect.analytics');
  const { authorizationUrl } = site.config.analytics;
  const body = html`<h1>${title}</h1>
<p>${translate('connect.analyticsWhy')}</p>
<form method="post" action="${toSitePath(site, CONNECT_PAGE)}">
  ${renderNonceField(site, viewer, NONCE_ACTION)}
  <button>${translate('connect.toProvider')}</button>
</form>`;
  const formTargets = authorizationUrl === undefined ? [] : [new URL(authorizationUrl).origin];
  return sendPage(reply, site, { title, translate, viewer, isNarrow: true, body }, { formTargets });
}

async function startConnecting(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await requireAdministrator(site, request, reply);
  if (!viewer) return reply;
  requireOwnForm(site, request, viewer, NONCE_ACTION);
  return reply.redirect(await beginAuthorization(site, viewer, {}), 302);
}

async function completeConnecting(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await requireAdministrator(site, request, reply);
  if (!viewer) return reply;
  const translate = getTextsForRequest(site, request);
  const readField = createFieldReader(request.query);
  const [code, state, scope] = [readField('code'), readField('state'), readField('scope')];
  if (code === '' || state === '')
    return sendMessage(reply, site, viewer, translate('connect.notDone'), translate('connect.noAccess'), 400);
  try {
    const path = await completeAuthorization(site, viewer, { code, state, ...(scope !== '' && { scope }) });
    if (path !== '') return reply.redirect(path, 302);
    return await sendMessage(reply, site, viewer, translate('connect.done'), translate('connect.doneWhy'));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return sendMessage(reply, site, viewer, translate('connect.notDone'), error.message, error.status);
  }
}

/**
 * Mounts the pages on which administrators connect their account (docs/behaviour/analytics.md 2.4). `CONNECT_PAGE` redirects to the provider, which
 * redirects to `AUTHORIZED_PAGE`. The `state` in the URL of that page proves that the administrator started the authorization.
 */
export function mountConnectPages(app: FastifyInstance, site: Site): void {
  app.get(CONNECT_PAGE, (request, reply) => showConnectForm(site, request, reply));
  app.post(CONNECT_PAGE, { bodyLimit: FORM_LIMIT }, (request, reply) => startConnecting(site, request, reply));
  app.get(AUTHORIZED_PAGE, (request, reply) => completeConnecting(site, request, reply));
}
