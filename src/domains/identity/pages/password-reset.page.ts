import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { FORM_LIMIT, createFieldReader, renderNonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { toSitePath } from '../auth/redirect.ts';
import { requestReset, RESET_PATH, resetPassword, findUserByResetToken } from '../users/password-reset.ts';
import { renderPasswordFields, readNewPassword } from './password-fields.ts';
import { accountRefusals } from './refusals.ts';

/** Path of the page that sends a reset link. */
export const FORGOTTEN_PATH = '/forgotten-password';
const ACTION = 'reset_password';

function sendResetPage(site: Site, reply: FastifyReply, title: string, body: Html, status = 200): Promise<FastifyReply> {
  const page = {
    title,
    body: html`<h1>${title}</h1>\n${body}`,
    viewer: null,
    translate: getTextsForRequest(site, reply.request),
    isNarrow: true,
  };
  return sendPage(reply, site, page, { status });
}

const renderErrorNotice = (error: string | Html | null) =>
  error !== null && html`<div class="notice error" role="alert"><p>${error}</p></div>`;

function sendRequestForm(
  site: Site,
  reply: FastifyReply,
  login = '',
  error: string | Html | null = null,
  status = 200,
): Promise<FastifyReply> {
  const translate: Translate = getTextsForRequest(site, reply.request);
  const title = translate('account.forgottenTitle');
  if (site.config.smtpUrl === undefined)
    return sendResetPage(
      site,
      reply,
      title,
      html`<p>${translate('account.noMail')}</p>
<pre><code>npm run admin -- users set-password &lt;login&gt;</code></pre>`,
    );
  return sendResetPage(
    site,
    reply,
    title,
    html`${renderErrorNotice(error)}
<p>${translate('account.resetHow')}</p>
<form method="post" action="${toSitePath(site, FORGOTTEN_PATH)}">
  ${renderNonceField(site, null, ACTION)}
  <div class="field">
    <label for="login">${translate('account.loginOrEmail')}</label>
    <input type="text" id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" required>
  </div>
  <div class="actions"><button>${translate('account.resetSend')}</button></div>
</form>`,
    status,
  );
}

async function requestLink(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const login = createFieldReader(request.body)('login');
  const translate = getTextsForRequest(site, request);
  try {
    requireOwnForm(site, request, null, ACTION);
    if (site.config.smtpUrl === undefined || login.trim() === '') return await sendRequestForm(site, reply, login);
    await requestReset(site, login, { ip: request.ip });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (typeof error.data['retryAfter'] === 'number') reply.header('Retry-After', error.data['retryAfter']);
    return sendRequestForm(site, reply, login, getRefusalText(translate, error, accountRefusals), error.status);
  }
  return sendResetPage(site, reply, translate('account.resetSent'), html`<p role="status">${translate('account.resetSentWhy')}</p>`);
}

async function sendPasswordForm(
  site: Site,
  reply: FastifyReply,
  token: string,
  error: string | Html | null = null,
  status = 200,
): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  const user = await findUserByResetToken(site, token);
  if (!user)
    return sendResetPage(
      site,
      reply,
      translate('account.linkOver'),
      html`<p>${translate('account.linkOverWhy')}</p>
<p><a href="${toSitePath(site, FORGOTTEN_PATH)}">${translate('account.linkAgain')}</a></p>`,
      404,
    );
  return sendResetPage(
    site,
    reply,
    translate('account.choosePassword'),
    html`${renderErrorNotice(error)}
<form method="post" action="${toSitePath(site, RESET_PATH)}">
  ${renderNonceField(site, null, ACTION)}<input type="hidden" name="token" value="${token}">
  <div class="field">
    <label for="login">${translate('account.login')}</label>
    <input type="text" id="login" value="${user.login}" autocomplete="username" readonly>
  </div>
  ${renderPasswordFields(translate, error !== null)}
  <div class="actions"><button>${translate('account.setPassword')}</button></div>
</form>`,
    status,
  );
}

async function setNewPassword(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = createFieldReader(request.body);
  try {
    requireOwnForm(site, request, null, ACTION);
    await resetPassword(site, field('token'), readNewPassword(field));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return sendPasswordForm(
      site,
      reply,
      field('token'),
      getRefusalText(getTextsForRequest(site, request), error, accountRefusals),
      error.status,
    );
  }
  return reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, '/sign-in')}?password=changed`, 303);
}

/** Mounts `/forgotten-password`, which sends a link by mail, and `/new-password`, the target of the link. */
export function mountPasswordReset(app: FastifyInstance, site: Site): void {
  app.get(FORGOTTEN_PATH, (_request, reply) => sendRequestForm(site, reply));
  app.post(FORGOTTEN_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => requestLink(site, request, reply));
  app.get(RESET_PATH, (request, reply) => sendPasswordForm(site, reply, createFieldReader(request.query)('token')));
  app.post(RESET_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => setNewPassword(site, request, reply));
}
