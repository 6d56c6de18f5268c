import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createApplicationPassword } from '../auth/application-passwords.ts';
import { requireApplicationPasswords } from '../auth/availability.ts';
import { toSitePath } from '../auth/redirect.ts';
import type { Viewer } from '../auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import {
  type AuthorizationRequest,
  checkAuthorizationRequest,
  listFormTargets,
  encodeNonAscii,
  readAuthorizationRequest,
  getRejectionUrl,
  addQueryParameters,
} from './authorize.rules.ts';
import { createFieldReader, FORM_LIMIT, renderNonceField, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { renderNewPassword } from './new-password.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

/** Path of the page where a user authorizes an application. */
const AUTHORIZE_PATH = '/authorize-application';
const ACTION = 'authorize_application_password';

function renderAuthorizationForm(
  site: Site,
  translate: Translate,
  viewer: Viewer,
  request: AuthorizationRequest,
  error: string | null,
): Html {
  const name = site.settings.get(siteName);
  const target = request.successUrl === '' ? null : new URL(request.successUrl);
  return html`<h1>${translate('authorize.title')}</h1>
${error !== null && html`<div class="notice error" role="alert" id="name-error"><p>${error}</p></div>`}
<p>${translateToHtml(translate, 'authorize.asks', {
    application: request.appName === '' ? translate('authorize.some') : html`<strong>${request.appName}</strong>`,
    site: name,
    person: html`<strong>${viewer.user?.displayName}</strong>`,
    login: viewer.user?.login ?? '',
  })}</p>
<form method="post" action="${toSitePath(site, AUTHORIZE_PATH)}">
  ${renderNonceField(site, viewer, ACTION)}
  <input type="hidden" name="app_id" value="${request.appId}">
  <input type="hidden" name="success_url" value="${request.successUrl}">
  <input type="hidden" name="reject_url" value="${getRejectionUrl(request)}">
  <div class="field">
    <label for="app_name">${translate('authorize.name')}</label>
    <input type="text" id="app_name" name="app_name" value="${request.appName}" maxlength="500" autocomplete="off" required${error !== null && trustHtml(' aria-invalid="true" aria-describedby="name-error"')}>
  </div>
  <p class="quiet">${target ? translateToHtml(translate, 'authorize.sent', { address: html`<strong>${target.host}</strong>` }) : translate('authorize.shown')} ${translate('authorize.revoke')}</p>
  <div class="actions">
    <button name="approve" value="1">${translate('authorize.yes')}</button>
    <button name="reject" value="1" class="plain" formnovalidate>${translate('authorize.no')}</button>
  </div>
</form>`;
}

function sendForm(
  site: Site,
  reply: FastifyReply,
  viewer: Viewer,
  request: AuthorizationRequest,
  error: string | null = null,
): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  const page = {
    title: translate('authorize.title'),
    body: renderAuthorizationForm(site, translate, viewer, request, error),
    viewer,
    translate,
    isNarrow: true,
  };
  return sendPage(reply, site, page, { formTargets: listFormTargets([request.successUrl, getRejectionUrl(request)]) });
}

function redirectToSignInPage(
  site: Site,
  reply: FastifyReply,
  { appName, appId, successUrl, rejectUrl }: AuthorizationRequest,
): FastifyReply {
  const fields = { app_name: appName, app_id: appId, success_url: successUrl, reject_url: rejectUrl };
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();
  const returnUrl = `${site.config.siteUrl}${AUTHORIZE_PATH}${query === '' ? '' : `?${query}`}`;
  return redirectToSignIn(site, reply, returnUrl);
}

async function showAuthorization(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const authorization = readAuthorizationRequest(createFieldReader(request.query));
  const viewer = await getPageViewer(site, request);
  if (!viewer) return redirectToSignInPage(site, reply, authorization);
  checkAuthorizationRequest(site, authorization);
  requireApplicationPasswords(site);
  return sendForm(site, reply, viewer, authorization);
}

async function decide(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = createFieldReader(request.body);
  const authorization = readAuthorizationRequest(field);
  const viewer = await getPageViewer(site, request);
  if (!viewer) return redirectToSignInPage(site, reply, authorization);
  requireOwnForm(site, request, viewer, ACTION);
  checkAuthorizationRequest(site, authorization);
  requireApplicationPasswords(site);
  reply.header('Cache-Control', 'no-store');
  if (field('reject') !== '')
    return reply.redirect(authorization.rejectUrl === '' ? toSitePath(site, '/account') : encodeNonAscii(authorization.rejectUrl), 302);
  if (field('approve') === '') return sendForm(site, reply, viewer, authorization);
  return approve(site, reply, viewer, authorization);
}

async function approve(site: Site, reply: FastifyReply, viewer: Viewer, authorization: AuthorizationRequest): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  try {
    const { secret, password } = await createApplicationPassword(site, viewer.id, {
      name: authorization.appName,
      appId: authorization.appId,
    });
    if (authorization.successUrl === '') {
      const body = html`<h1>${translate('authorize.done')}</h1>${renderNewPassword(translate, authorization.appName, password)}<p><a href="${toSitePath(site, '/account')}">${translate('account.toAccount')}</a></p>`;
      return sendPage(reply, site, { title: translate('authorize.done'), body, viewer, translate, isNarrow: true });
    }
    const credentials = { site_url: site.config.siteUrl, user_login: viewer.user?.login ?? '', password: secret };
    return reply.redirect(addQueryParameters(authorization.successUrl, credentials), 302);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_arguments') throw error;
    return sendForm(site, reply, viewer, authorization, translate('authorize.nameWrong'));
  }
}

/** Mounts the authorization page (docs/behaviour/core-rest.md 6.4). */
export function mountAuthorize(app: FastifyInstance, site: Site): void {
  app.get(AUTHORIZE_PATH, (request, reply) => showAuthorization(site, request, reply));
  app.post(AUTHORIZE_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => decide(site, request, reply));
}
