import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failure.ts';
import { type Html, html } from '#app/core/html.ts';
import type { Site } from '#app/site.ts';
import { FORM_LIMIT, fieldsOf, nonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { sitePath } from '../auth/redirect.ts';
import { askForReset, RESET_PATH, resetPassword, userOfReset } from '../users/password-reset.ts';
import { newPasswordFields, newPasswordOf } from './password-fields.ts';

/** Path of the page that sends the link. */
export const FORGOTTEN_PATH = '/forgotten-password';
const ACTION = 'reset_password';

function send(site: Site, reply: FastifyReply, title: string, body: Html, status = 200): Promise<FastifyReply> {
  const page = { title, body: html`<h1>${title}</h1>\n${body}`, viewer: null, isNarrow: true };
  return sendPage(reply, site, page, { status });
}

const errorNotice = (error: string | null) => error !== null && html`<div class="notice error" role="alert"><p>${error}</p></div>`;

function sendAsking(site: Site, reply: FastifyReply, login = '', error: string | null = null, status = 200): Promise<FastifyReply> {
  const title = 'Forgotten password';
  if (site.config.smtpUrl === undefined)
    return send(
      site,
      reply,
      title,
      html`<p>This site sends no mail. Please ask an administrator for a new password; on the machine of the site it is made with:</p>
<pre><code>npm run admin -- users set-password &lt;login&gt;</code></pre>`,
    );
  return send(
    site,
    reply,
    title,
    html`${errorNotice(error)}
<p>You get a mail with a link by which to choose a new password.</p>
<form method="post" action="${sitePath(site, FORGOTTEN_PATH)}">
  ${nonceField(site, null, ACTION)}
  <div class="field">
    <label for="login">Login name or e-mail address</label>
    <input type="text" id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" required>
  </div>
  <div class="actions"><button>Send the mail</button></div>
</form>`,
    status,
  );
}

async function ask(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const login = fieldsOf(request.body)('login');
  try {
    requireOwnForm(site, request, null, ACTION);
    if (site.config.smtpUrl === undefined || login.trim() === '') return await sendAsking(site, reply, login);
    await askForReset(site, login, { ip: request.ip });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (typeof error.data['retryAfter'] === 'number') reply.header('Retry-After', error.data['retryAfter']);
    return sendAsking(site, reply, login, error.message, error.status);
  }
  return send(
    site,
    reply,
    'Please look into your mail',
    html`<p role="status">If there is an account with this name or address, a mail with a link is on its way to it. The link works once and for one hour.</p>`,
  );
}

async function sendChoosing(
  site: Site,
  reply: FastifyReply,
  token: string,
  error: string | null = null,
  status = 200,
): Promise<FastifyReply> {
  const user = await userOfReset(site, token);
  if (!user)
    return send(
      site,
      reply,
      'This link is over',
      html`<p>It was used before, or it is older than an hour.</p>
<p><a href="${sitePath(site, FORGOTTEN_PATH)}">Ask for another one</a></p>`,
      404,
    );
  return send(
    site,
    reply,
    'Choose a new password',
    html`${errorNotice(error)}
<form method="post" action="${sitePath(site, RESET_PATH)}">
  ${nonceField(site, null, ACTION)}<input type="hidden" name="token" value="${token}">
  <div class="field">
    <label for="login">Login name</label>
    <input type="text" id="login" value="${user.login}" autocomplete="username" readonly>
  </div>
  ${newPasswordFields(error)}
  <div class="actions"><button>Set the new password</button></div>
</form>`,
    status,
  );
}

async function choose(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = fieldsOf(request.body);
  try {
    requireOwnForm(site, request, null, ACTION);
    await resetPassword(site, field('token'), newPasswordOf(field));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return sendChoosing(site, reply, field('token'), error.message, error.status);
  }
  return reply.header('Cache-Control', 'no-store').redirect(`${sitePath(site, '/sign-in')}?password=changed`, 303);
}

/** `/forgotten-password` sends a link by mail, `/new-password` is what it leads to. */
export function mountPasswordReset(app: FastifyInstance, site: Site): void {
  app.get(FORGOTTEN_PATH, (_request, reply) => sendAsking(site, reply));
  app.post(FORGOTTEN_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => ask(site, request, reply));
  app.get(RESET_PATH, (request, reply) => sendChoosing(site, reply, fieldsOf(request.query)('token')));
  app.post(RESET_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => choose(site, request, reply));
}
