import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownPath, sitePath } from '../auth/redirect.ts';
import { secondStepOf } from '../auth/second-factor.ts';
import { endSession, SESSION_COOKIE, sessionCookie, startSession } from '../auth/sessions.ts';
import { Failure } from '../core/failure.ts';
import type { Site } from '../site.ts';
import { authenticate } from '../users/authenticate.ts';
import { FORM_LIMIT, fieldsOf, requireOwnForm, viewerOfPage } from './forms.ts';
import { type Html, html, trusted } from '../core/html.ts';
import { nonceField, sendErrorPage, sendPage } from './layout.ts';

const ACTION = 'sign_in';

interface Shown {
  login: string;
  redirectTo: string | null;
  isRemembered: boolean;
  error: string | null;
}

function signInForm(site: Site, { login, redirectTo, isRemembered, error }: Shown): Html {
  const fault = error === null ? '' : trusted(' aria-invalid="true" aria-describedby="sign-in-error"');
  return html`<h1>Sign in</h1>
${error !== null && html`<div class="notice error" role="alert" id="sign-in-error"><p>${error}</p></div>`}
<form method="post" action="${sitePath(site, '/sign-in')}">
  ${nonceField(site, null, ACTION)}
  ${redirectTo !== null && html`<input type="hidden" name="redirect_to" value="${redirectTo}">`}
  <div class="field">
    <label for="login">Login name or e-mail address</label>
    <input type="text" id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" required${fault}>
  </div>
  <div class="field">
    <label for="password">Password</label>
    <input type="password" id="password" name="password" autocomplete="current-password" required${fault}>
  </div>
  <div class="field check">
    <input type="checkbox" id="remember" name="remember" value="1"${isRemembered && trusted(' checked')}>
    <label for="remember">Keep me signed in for 14 days</label>
  </div>
  <div class="actions"><button>Sign in</button></div>
</form>`;
}

function sendForm(reply: FastifyReply, site: Site, shown: Shown, status = 200): FastifyReply {
  return sendPage(reply, site, { title: 'Sign in', body: signInForm(site, shown), viewer: null, isNarrow: true }, { status });
}

async function showSignIn(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const redirectTo = ownPath(site, fieldsOf(request.query)('redirect_to'));
  if (await viewerOfPage(site, request))
    return reply.header('Cache-Control', 'no-store').redirect(redirectTo ?? sitePath(site, '/account'), 302);
  return sendForm(reply, site, { login: '', redirectTo, isRemembered: false, error: null });
}

async function signIn(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = fieldsOf(request.body);
  const shown: Shown = {
    login: field('login'),
    redirectTo: ownPath(site, field('redirect_to')),
    isRemembered: field('remember') !== '',
    error: null,
  };
  const client = { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? ''), remember: shown.isRemembered };
  try {
    requireOwnForm(site, request, null, ACTION);
    const user = await authenticate(site, shown.login, field('password'), client);
    const target = shown.redirectTo ?? sitePath(site, '/account');
    const step = await secondStepOf(site, user, target);
    if (step?.page) return reply.header('Cache-Control', 'no-store').redirect(step.page, 303);
    if (step) return sendErrorPage(reply, site, null, { status: 403, title: 'Not signed in', message: step.message });
    const former = request.cookies[SESSION_COOKIE];
    if (former !== undefined) await endSession(site, former);
    const session = await startSession(site, user.id, client);
    return reply.setCookie(SESSION_COOKIE, session.token, session.cookie).header('Cache-Control', 'no-store').redirect(target, 303);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (typeof error.data['retryAfter'] === 'number') reply.header('Retry-After', error.data['retryAfter']);
    return sendForm(reply, site, { ...shown, error: error.message }, error.status);
  }
}

async function signOut(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await viewerOfPage(site, request);
  if (viewer) {
    requireOwnForm(site, request, viewer, 'sign_out');
    await endSession(site, viewer.sessionToken);
  }
  return reply
    .clearCookie(SESSION_COOKIE, sessionCookie(site))
    .header('Cache-Control', 'no-store')
    .redirect(sitePath(site, '/sign-in'), 303);
}

/** `/sign-in` and `/sign-out`. */
export function mountSignIn(app: FastifyInstance, site: Site): void {
  app.get('/sign-in', (request, reply) => showSignIn(site, request, reply));
  app.post('/sign-in', { bodyLimit: FORM_LIMIT }, (request, reply) => signIn(site, request, reply));
  app.post('/sign-out', { bodyLimit: FORM_LIMIT }, (request, reply) => signOut(site, request, reply));
}
