import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInPart } from '#app/core/domain/domain.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { FORM_LIMIT, createFieldReader, renderNonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { parseOwnPath, toSitePath } from '../../identity/auth/redirect.ts';
import { beginPasskeySignIn, signInByPasskey } from '../passkeys/passkey-sign-in.ts';
import { canUsePasskeys } from '../passkeys/relying-party.ts';
import { getClient, finishSignIn } from './finish-sign-in.ts';
import { renderPasskeyForm, parsePasskeyResponse, renderPasskeyScripts } from './passkey-form.ts';
import { factorRefusals } from './refusals.ts';

const PATH = '/sign-in/passkey';
const ACTION = 'sign_in_passkey';

/** Renders the passkey part of the sign-in page. Returns null if passkeys are not available. */
export function renderPasskeySignIn(site: Site, translate: Translate, redirectTo: string | null): SignInPart | null {
  if (!canUsePasskeys(site)) return null;
  const fields = html`${renderNonceField(site, null, ACTION)}${redirectTo !== null && html`<input type="hidden" name="redirect_to" value="${redirectTo}">`}`;
  return {
    body: renderPasskeyForm(site, translate, {
      kind: 'get',
      options: PATH,
      action: PATH,
      fields,
      button: html`<button class="plain">${translate('step.signInPasskey')}</button>`,
    }),
    scripts: renderPasskeyScripts(site),
  };
}

async function signIn(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = createFieldReader(request.body);
  try {
    requireOwnForm(site, request, null, ACTION);
    const { session } = await signInByPasskey(site, parsePasskeyResponse(field), getClient(request, false));
    return await finishSignIn(site, request, reply, session, parseOwnPath(site, field('redirect_to')) ?? toSitePath(site, '/sign-in'));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const translate = getTextsForRequest(site, request);
    const title = translate('account.notSignedIn');
    const body = html`<h1>${title}</h1>
<div class="notice error" role="alert"><p>${getRefusalText(translate, error, factorRefusals)}</p></div>
<p><a href="${toSitePath(site, '/sign-in')}">${translate('account.backToSignIn')}</a></p>`;
    return sendPage(reply, site, { title, body, viewer: null, translate, isNarrow: true }, { status: error.status });
  }
}

/** Mounts `/sign-in/passkey`: GET returns the options for the browser, POST signs in. */
export function mountPasskeySignIn(app: FastifyInstance, site: Site): void {
  app.get(PATH, async (_request, reply) => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex' });
    return await beginPasskeySignIn(site);
  });
  app.post(PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => signIn(site, request, reply));
}
