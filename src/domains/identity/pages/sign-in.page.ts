import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setPendingCookie } from '../auth/pending-sign-in.ts';
import { parseOwnPath, toSitePath } from '../auth/redirect.ts';
import { findSecondStep } from '../auth/second-factor.ts';
import { type Viewer, createViewer } from '../auth/viewer.ts';
import { endSession, SESSION_COOKIE, getSessionCookie, startSession } from '../auth/sessions.ts';
import type { SignInPart } from '#app/core/domain/domain.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { authenticate } from '../users/authenticate.ts';
import { createFieldReader, FORM_LIMIT, renderNonceField, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { findFirstStaffPath } from '#app/web/pages/navigation.ts';
import { sendErrorPage, sendPage } from '#app/web/pages/layout.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { FORGOTTEN_PATH } from './password-reset.page.ts';
import { accountRefusals } from './refusals.ts';

const ACTION = 'sign_in';

interface SignInFormState {
  login: string;
  redirectTo: string | null;
  isRemembered: boolean;
  error: string | Html | null;
  message?: string | undefined;
}

function renderSignInForm(
  site: Site,
  translate: Translate,
  parts: readonly SignInPart[],
  { login, redirectTo, isRemembered, error, message }: SignInFormState,
): Html {
  const invalid = error === null ? '' : trustHtml(' aria-invalid="true" aria-describedby="sign-in-error"');
  return html`<h1>${translate('page.signIn')}</h1>
${error !== null && html`<div class="notice error" role="alert" id="sign-in-error"><p>${error}</p></div>`}
${message !== undefined && html`<div class="notice good" role="status"><p>${message}</p></div>`}
<form method="post" action="${toSitePath(site, '/sign-in')}">
  ${renderNonceField(site, null, ACTION)}
  ${redirectTo !== null && html`<input type="hidden" name="redirect_to" value="${redirectTo}">`}
  <div class="field">
    <label for="login">${translate('account.loginOrEmail')}</label>
    <input type="text" id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" required${invalid}>
  </div>
  <div class="field">
    <label for="password">${translate('account.password')}</label>
    <input type="password" id="password" name="password" autocomplete="current-password" required${invalid}>
  </div>
  <div class="field check">
    <input type="checkbox" id="remember" name="remember" value="1"${isRemembered && trustHtml(' checked')}>
    <label for="remember">${translate('account.remember')}</label>
  </div>
  <div class="actions"><button>${translate('page.signIn')}</button></div>
</form>
${parts.map(({ body }) => body)}
<p><a href="${toSitePath(site, FORGOTTEN_PATH)}">${translate('account.forgotten')}</a></p>`;
}

function sendForm(reply: FastifyReply, site: Site, state: SignInFormState, status = 200): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  const parts = site.domains.flatMap((domain) => domain.getSignInPart?.(site, translate, state.redirectTo) ?? []);
  const scripts = parts.map((part) => part.scripts);
  return sendPage(
    reply,
    site,
    { title: translate('page.signIn'), body: renderSignInForm(site, translate, parts, state), viewer: null, translate, isNarrow: true },
    { status, ...(scripts.length > 0 && { scripts: (nonce) => html`${scripts.map((script) => script(nonce))}` }) },
  );
}

/** Returns the path to which a sign-in leads by default: the page where the user works, else the account page. */
const getDefaultTarget = async (site: Site, request: FastifyRequest, viewer: Viewer): Promise<string> =>
  toSitePath(site, (await findFirstStaffPath(site, viewer, getTextsForRequest(site, request))) ?? '/account');

async function showSignIn(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const redirectTo = parseOwnPath(site, createFieldReader(request.query)('redirect_to'));
  const viewer = await getPageViewer(site, request);
  if (viewer) return reply.header('Cache-Control', 'no-store').redirect(redirectTo ?? (await getDefaultTarget(site, request, viewer)), 302);
  const message =
    createFieldReader(request.query)('password') === 'changed'
      ? getTextsForRequest(site, request)('account.passwordChangedSignIn')
      : undefined;
  return sendForm(reply, site, { login: '', redirectTo, isRemembered: false, error: null, message });
}

async function signIn(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = createFieldReader(request.body);
  const state: SignInFormState = {
    login: field('login'),
    redirectTo: parseOwnPath(site, field('redirect_to')),
    isRemembered: field('remember') !== '',
    error: null,
  };
  const client = { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? ''), remember: state.isRemembered };
  try {
    requireOwnForm(site, request, null, ACTION);
    const user = await authenticate(site, state.login, field('password'), client);
    const target = state.redirectTo ?? (await getDefaultTarget(site, request, createViewer(user, 'session')));
    const step = await findSecondStep(site, user, target, request.ip);
    if (step?.page && step.loginNonce !== null) {
      setPendingCookie(reply, site, { userId: user.id, loginNonce: step.loginNonce, isRemembered: state.isRemembered });
      const query = `redirect_to=${encodeURIComponent(target)}`;
      return reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, step.page)}?${query}`, 303);
    }
    if (step)
      return sendErrorPage(reply, site, null, {
        status: 403,
        title: getTextsForRequest(site, request)('account.notSignedIn'),
        message: step.message,
      });
    const previousToken = request.cookies[SESSION_COOKIE];
    if (previousToken !== undefined) await endSession(site, previousToken);
    const session = await startSession(site, user.id, client);
    return reply.setCookie(SESSION_COOKIE, session.token, session.cookie).header('Cache-Control', 'no-store').redirect(target, 303);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (typeof error.data['retryAfter'] === 'number') reply.header('Retry-After', error.data['retryAfter']);
    return sendForm(
      reply,
      site,
      { ...state, error: getRefusalText(getTextsForRequest(site, request), error, accountRefusals) },
      error.status,
    );
  }
}

async function signOut(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (viewer) {
    requireOwnForm(site, request, viewer, 'sign_out');
    await endSession(site, viewer.sessionToken);
  }
  return (
    reply
      .clearCookie(SESSION_COOKIE, getSessionCookie(site))
      .header('Cache-Control', 'no-store')
      // offline pages store data on the device: clear it
      .header('Clear-Site-Data', '"storage"')
      .redirect(toSitePath(site, '/sign-in'), 303)
  );
}

/** Mounts `/sign-in` and `/sign-out`. */
export function mountSignIn(app: FastifyInstance, site: Site): void {
  app.get('/sign-in', (request, reply) => showSignIn(site, request, reply));
  app.post('/sign-in', { bodyLimit: FORM_LIMIT }, (request, reply) => signIn(site, request, reply));
  app.post('/sign-out', { bodyLimit: FORM_LIMIT }, (request, reply) => signOut(site, request, reply));
}
