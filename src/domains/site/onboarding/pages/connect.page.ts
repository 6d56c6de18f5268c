import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { Failure, notFound } from '#app/core/failures/failure.ts';
import { changeGateway, getGatewayState } from '../../onboarding/gateways.ts';
import { type GatewayName, findGateway, gatewayTitles } from '../../onboarding/gateways.rules.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, FORM_LIMIT, renderNonceField, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { html } from '#app/core/text/html.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

const ACTION = 'connect_gateway';
const MAX_ACCOUNT_LENGTH = 200;

interface ConnectRequest {
  gateway: GatewayName;
  country: string;
}

function readConnectRequest(request: FastifyRequest): ConnectRequest {
  const gateway = findGateway(createFieldReader(request.params)('gateway'));
  if (gateway === null) throw notFound('route_not_found', 'There is no such payment gateway.');
  const country = (createFieldReader(request.body)('country') || createFieldReader(request.query)('country')).toUpperCase();
  return { gateway, country: /^[A-Z]{2}$/.test(country) ? country : '' };
}

const buildConnectPath = (site: Site, { gateway, country }: ConnectRequest) =>
  toSitePath(site, `/onboarding/connect/${gateway}${country === '' ? '' : `?country=${country}`}`);

/** Returns the signed-in viewer, or null for visitors. Throws `forbidden` if the viewer may not set up the site. */
async function requireManager(site: Site, request: FastifyRequest): Promise<Viewer | null> {
  const viewer = await getPageViewer(site, request);
  if (viewer && !viewer.can('manage_options'))
    throw new Failure('forbidden', 403, 'Only administrators may connect the shop to a payment gateway.');
  return viewer;
}

function sendConnectPage(
  site: Site,
  reply: FastifyReply,
  viewer: Viewer,
  connectRequest: ConnectRequest,
  error?: string,
): FastifyReply | Promise<FastifyReply> {
  const { gateway, country } = connectRequest;
  const translate = getTextsForRequest(site, reply.request);
  const name = { gateway: gatewayTitles[gateway] };
  const title = translate('connect.gateway', name);
  const { isConnected, account } = getGatewayState(site, gateway);
  const body = html`<h1>${title}</h1>
${error !== undefined && html`<div class="notice error" role="alert"><p>${error}</p></div>`}
${isConnected && html`<div class="notice good" role="status"><p>${translate('connect.gatewayIs', { account })}</p></div>`}
<p>${translate('connect.gatewayWhy', name)}</p>
<form method="post" action="${buildConnectPath(site, connectRequest)}">
  ${renderNonceField(site, viewer, ACTION)}<input type="hidden" name="country" value="${country}">
  <div class="field">
    <label for="account">${translate('connect.account', name)}</label>
    <input type="text" id="account" name="account" value="${account}" maxlength="${String(MAX_ACCOUNT_LENGTH)}" autocomplete="off" required>
  </div>
  <button name="act" value="connect">${isConnected ? translate('connect.change') : translate('connect.connect')}</button>
</form>
${
  isConnected &&
  html`<form method="post" action="${buildConnectPath(site, connectRequest)}" class="actions">
  ${renderNonceField(site, viewer, ACTION)}<button class="danger" name="act" value="disconnect">${translate('connect.disconnect')}</button>
</form>`
}`;
  return sendPage(reply, site, { title, translate, body, viewer, isNarrow: true }, { status: error === undefined ? 200 : 400 });
}

async function showPage(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const connectRequest = readConnectRequest(request);
  const viewer = await requireManager(site, request);
  return viewer
    ? await sendConnectPage(site, reply, viewer, connectRequest)
    : redirectToSignIn(site, reply, buildConnectPath(site, connectRequest));
}

async function saveForm(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const connectRequest = readConnectRequest(request);
  const viewer = await requireManager(site, request);
  if (!viewer) return redirectToSignIn(site, reply, buildConnectPath(site, connectRequest));
  requireOwnForm(site, request, viewer, ACTION);
  const field = createFieldReader(request.body);
  const account = field('account').toWellFormed().trim();
  if (field('act') === 'disconnect')
    await changeGateway(site, connectRequest.gateway, { isConnected: false, isEnabled: false, account: '', country: '' });
  else if (account === '' || account.length > MAX_ACCOUNT_LENGTH)
    return await sendConnectPage(site, reply, viewer, connectRequest, getTextsForRequest(site, request)('connect.noAccount'));
  else await changeGateway(site, connectRequest.gateway, { isConnected: true, isEnabled: true, account, country: connectRequest.country });
  return reply.header('Cache-Control', 'no-store').redirect(buildConnectPath(site, connectRequest), 303);
}

/** Mounts `/onboarding/connect/<gateway>`, where an administrator connects the shop to a payment gateway (docs/behaviour/events.md 6.2). */
export function mountConnect(app: FastifyInstance, site: Site): void {
  app.get('/onboarding/connect/:gateway', (request, reply) => showPage(site, request, reply));
  app.post('/onboarding/connect/:gateway', { bodyLimit: FORM_LIMIT }, (request, reply) => saveForm(site, request, reply));
}
