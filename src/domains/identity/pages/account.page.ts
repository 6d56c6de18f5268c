import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApplicationPasswordRecord,
  createApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from '../auth/application-passwords.ts';
import { areApplicationPasswordsAllowed, requireApplicationPasswords } from '../auth/availability.ts';
import { toSitePath } from '../auth/redirect.ts';
import type { Viewer } from '../auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, FORM_LIMIT, renderNonceField, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { authenticate } from '../users/authenticate.ts';
import { updateUser } from '../users/user.service.ts';
import { renderNewPassword } from './new-password.ts';
import { renderPasswordFields, readNewPassword } from './password-fields.ts';
import { accountRefusals } from './refusals.ts';
import { mountSessions, renderSessionsSection } from './sessions.section.ts';
import { renderTime } from './time.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

const ACTION = 'application_passwords';
const PASSWORD_PATH = '/account/password';
const PASSWORD_ACTION = 'change_password';

/** Messages about the last action. */
interface Notices {
  created?: { name: string; password: string };
  error?: string;
  /** Error of a new account password. */
  passwordError?: string | Html;
  message?: string;
}

function renderPasswordCard(site: Site, translate: Translate, viewer: Viewer, password: ApplicationPasswordRecord): Html {
  return html`<li class="card">
    <div>
      <h3>${password.name}</h3>
      <p class="quiet">${translateToHtml(translate, 'account.created', { time: renderTime(translate, password.createdAt) })} ${password.lastUsedAt === null ? translate('account.neverUsed') : translateToHtml(translate, 'account.lastUsedFrom', { time: renderTime(translate, password.lastUsedAt), address: password.lastIp ?? '' })}</p>
    </div>
    <form method="post" action="${toSitePath(site, '/account')}">
      ${renderNonceField(site, viewer, ACTION)}<input type="hidden" name="uuid" value="${password.uuid}">
      <button class="danger small" name="act" value="revoke" aria-label="${translate('account.revokeOne', { name: password.name })}">${translate('account.revoke')}</button>
    </form>
  </li>`;
}

function renderApplicationPasswordsSection(
  site: Site,
  translate: Translate,
  viewer: Viewer,
  passwords: readonly ApplicationPasswordRecord[],
  { error }: Notices,
): Html {
  const invalid = error === undefined ? '' : trustHtml(' aria-invalid="true"');
  return html`<form method="post" action="${toSitePath(site, '/account')}">
  ${renderNonceField(site, viewer, ACTION)}
  <div class="field">
    <label for="name">${translate('account.appName')}</label>
    <input type="text" id="name" name="name" maxlength="500" autocomplete="off" required aria-describedby="name-hint"${invalid}>
    <span class="hint" id="name-hint">${translate('account.appNameHint')}</span>
  </div>
  <button name="act" value="create">${translate('account.createPassword')}</button>
</form>
<h2>${translate('account.inUse')}</h2>
${
  passwords.length === 0
    ? html`<p class="quiet">${translate('account.noPasswords')}</p>`
    : html`<ul class="cards">${passwords.map((password) => renderPasswordCard(site, translate, viewer, password))}</ul>
<form method="post" action="${toSitePath(site, '/account')}" class="actions">
  ${renderNonceField(site, viewer, ACTION)}<button class="danger" name="act" value="revoke-all">${translate('account.revokeAll')}</button>
</form>`
}`;
}

async function sendAccount(site: Site, reply: FastifyReply, viewer: Viewer, notices: Notices = {}, status = 200): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  const passwords = await listApplicationPasswords(site, viewer.id);
  const parts = await Promise.all(site.domains.map(async (domain) => await domain.getAccountPart?.(site, translate, viewer.id)));
  const body = html`<h1>${translate('account.title')}</h1>
${notices.passwordError !== undefined && html`<div class="notice error" role="alert"><p>${notices.passwordError}</p></div>`}
${notices.error !== undefined && html`<div class="notice error" role="alert"><p>${notices.error}</p></div>`}
${notices.message !== undefined && html`<div class="notice good" role="status"><p>${notices.message}</p></div>`}
${notices.created && renderNewPassword(translate, notices.created.name, notices.created.password)}
<dl class="facts">
  <dt>${translate('form.name')}</dt><dd dir="auto">${viewer.user?.displayName}</dd>
  <dt>${translate('account.login')}</dt><dd>${viewer.user?.login}</dd>
  <dt>${translate('account.email')}</dt><dd>${viewer.user?.email}</dd>
</dl>
${renderPasswordSection(site, translate, viewer, notices)}
${parts}
${await renderSessionsSection(site, translate, viewer)}
<h2>${translate('account.appPasswords')}</h2>
<p>${translate('account.appPasswordsWhy')}</p>
${
  areApplicationPasswordsAllowed(site)
    ? renderApplicationPasswordsSection(site, translate, viewer, passwords, notices)
    : html`<p class="notice">${translate('account.appPasswordsHttps')}</p>`
}`;
  return sendPage(reply, site, { title: translate('account.title'), body, viewer, translate }, { status });
}

function renderPasswordSection(site: Site, translate: Translate, viewer: Viewer, { passwordError }: Notices): Html {
  return html`<h2>${translate('account.password')}</h2>
<form method="post" action="${toSitePath(site, PASSWORD_PATH)}">
  ${renderNonceField(site, viewer, PASSWORD_ACTION)}
  <input type="hidden" name="username" value="${viewer.user?.login}" autocomplete="username">
  <div class="field">
    <label for="current-password">${translate('account.presentPassword')}</label>
    <input type="password" id="current-password" name="current_password" autocomplete="current-password" required>
  </div>
  ${renderPasswordFields(translate, passwordError !== undefined)}
  <p class="quiet">${translate('account.changePasswordWhy')}</p>
  <button>${translate('account.changePassword')}</button>
</form>`;
}

const doneMessages: Readonly<Record<string, TextKey>> = {
  password: 'account.done.password',
  one: 'account.done.one',
  all: 'account.done.all',
  sessions: 'account.done.sessions',
};

async function showAccount(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!viewer) return redirectToSignIn(site, reply, toSitePath(site, '/account'));
  const message = doneMessages[createFieldReader(request.query)('done')];
  return sendAccount(site, reply, viewer, message === undefined ? {} : { message: getTextsForRequest(site, request)(message) });
}

async function changeAccount(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!viewer) return redirectToSignIn(site, reply, toSitePath(site, '/account'));
  requireOwnForm(site, request, viewer, ACTION);
  requireApplicationPasswords(site);
  const field = createFieldReader(request.body);
  const redirectWithMessage = (done: string) =>
    reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, '/account')}?done=${done}`, 303);
  switch (field('act')) {
    case 'revoke':
      await revokeApplicationPassword(site, viewer.id, field('uuid'));
      return redirectWithMessage('one');
    case 'revoke-all':
      await revokeApplicationPasswords(site, viewer.id);
      return redirectWithMessage('all');
    default:
      return addApplicationPassword(site, reply, viewer, field('name'));
  }
}

async function changePassword(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!viewer?.user) return redirectToSignIn(site, reply, toSitePath(site, '/account'));
  requireOwnForm(site, request, viewer, PASSWORD_ACTION);
  const field = createFieldReader(request.body);
  try {
    const password = readNewPassword(field);
    await authenticate(site, viewer.user.login, field('current_password'), { ip: request.ip });
    await updateUser(site, viewer.id, { password }, { keepSession: viewer.sessionToken });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const passwordError = getRefusalText(getTextsForRequest(site, request), error, {
      ...accountRefusals,
      incorrect_password: 'account.notPresentPassword',
    });
    return sendAccount(site, reply, viewer, { passwordError }, error.status === 401 ? 403 : error.status);
  }
  return reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, '/account')}?done=password`, 303);
}

async function addApplicationPassword(site: Site, reply: FastifyReply, viewer: Viewer, name: string): Promise<FastifyReply> {
  try {
    const { password, record } = await createApplicationPassword(site, viewer.id, { name });
    return await sendAccount(site, reply, viewer, { created: { name: record.name, password } });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_arguments') throw error;
    return sendAccount(site, reply, viewer, { error: getTextsForRequest(site, reply.request)('account.appNameWrong') }, 400);
  }
}

/** Mounts `/account`: the user's password, sessions and application passwords, and sections of other domains. */
export function mountAccount(app: FastifyInstance, site: Site): void {
  app.get('/account', (request, reply) => showAccount(site, request, reply));
  app.post(PASSWORD_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => changePassword(site, request, reply));
  mountSessions(app, site);
  app.post('/account', { bodyLimit: FORM_LIMIT }, (request, reply) => changeAccount(site, request, reply));
}
