import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { Site } from '#app/site.ts';
import { FORM_LIMIT, createFieldReader, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { hasRecentProof } from '../../identity/auth/recent-proof.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { beginApp, confirmApp, removeApp, findUnconfirmedApp } from '../authenticator-app/authenticator-app.service.ts';
import { beginEmailFactor, confirmEmailFactor, removeEmailFactor } from '../email-factor.service.ts';
import { removePasskey, renamePasskey } from '../passkeys/passkey.service.ts';
import { beginProofByPasskey, proveByPasskey } from '../passkeys/passkey-sign-in.ts';
import { addPasskey, beginRegistration } from '../passkeys/registration.ts';
import { proveByCode, proveByPassword } from '../prove-identity.ts';
import { replaceRecoveryCodes } from '../recovery-codes/recovery-code.service.ts';
import { parsePasskeyResponse, renderPasskeyScripts } from './passkey-form.ts';
import { factorRefusals } from './refusals.ts';
import {
  ADD_PASSKEY_PATH,
  renderAppSetupBody,
  renderEmailSetupBody,
  FACTORS_ACTION,
  FACTORS_PATH,
  renderFactorsBody,
  loadFactors,
  PROVE_PASSKEY_PATH,
  renderRecoveryCodesBody,
} from './second-factors.view.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

/** Returns the value of a form field, or an empty string. */
type FieldReader = (name: string) => string;

/** Result of an action: the title and body of another page, or the key of a message on the main page. */
type Outcome = { title: string; body: Html } | { done: string };
type Action = (site: Site, viewer: Viewer, field: FieldReader, request: { ip: string; translate: Translate }) => Promise<Outcome>;

const parsePasskeyId = (field: FieldReader) => (/^\d{1,9}$/.test(field('id')) ? Number(field('id')) : 0);

const actions: Readonly<Record<string, Action>> = {
  'prove-password': async (site, viewer, field, { ip }) => {
    await proveByPassword(site, viewer, field('password'), { ip });
    return { done: 'proven' };
  },
  'prove-code': async (site, viewer, field) => {
    await proveByCode(site, viewer, { source: 'totp', code: field('code') });
    return { done: 'proven' };
  },
  'prove-passkey': async (site, viewer, field) => {
    await proveByPasskey(site, viewer, parsePasskeyResponse(field));
    return { done: 'proven' };
  },
  'app-begin': async (site, viewer, _field, { translate }) => ({
    title: translate('factors.appTitle'),
    body: await renderAppSetupBody(site, translate, viewer, await beginApp(site, viewer)),
  }),
  'app-confirm': async (site, viewer, field) => {
    await confirmApp(site, viewer, field('code'));
    return { done: 'app' };
  },
  'app-remove': async (site, viewer) => {
    await removeApp(site, viewer);
    return { done: 'removed' };
  },
  'passkey-add': async (site, viewer, field) => {
    await addPasskey(site, viewer, { name: field('name'), response: parsePasskeyResponse(field) });
    return { done: 'passkey' };
  },
  'passkey-rename': async (site, viewer, field) => {
    await renamePasskey(site, viewer, parsePasskeyId(field), field('name'));
    return { done: 'renamed' };
  },
  'passkey-remove': async (site, viewer, field) => {
    await removePasskey(site, viewer, parsePasskeyId(field));
    return { done: 'removed' };
  },
  'email-begin': async (site, viewer, _field, { translate }) => {
    await beginEmailFactor(site, viewer, toSitePath(site, FACTORS_PATH));
    return { title: translate('factors.mail'), body: renderEmailSetupBody(site, translate, viewer) };
  },
  'email-confirm': async (site, viewer, field) => {
    await confirmEmailFactor(site, viewer, field('code'));
    return { done: 'email' };
  },
  'email-remove': async (site, viewer) => {
    await removeEmailFactor(site, viewer);
    return { done: 'removed' };
  },
  codes: async (site, viewer, _field, { translate }) => ({
    title: translate('factors.recovery'),
    body: renderRecoveryCodesBody(translate, await replaceRecoveryCodes(site, viewer)),
  }),
};

/** Setup pages that are shown again after a wrong code, by action. */
const setupPages: Readonly<Record<string, (site: Site, translate: Translate, viewer: Viewer) => Promise<Html | null>>> = {
  'app-confirm': async (site, translate, viewer) => {
    const setup = await findUnconfirmedApp(site, viewer);
    return setup && (await renderAppSetupBody(site, translate, viewer, setup));
  },
  'email-confirm': async (site, translate, viewer) => renderEmailSetupBody(site, translate, viewer),
};

const doneMessages: Readonly<Record<string, TextKey>> = {
  proven: 'factors.done.proven',
  app: 'factors.done.app',
  passkey: 'factors.done.passkey',
  email: 'factors.done.email',
  renamed: 'factors.done.renamed',
  removed: 'factors.done.removed',
};

const isRefusalOfCode = (code: string) => /^second_factor_(setup_code_wrong|code_wrong|wait)$/.test(code);

interface PageState {
  title?: string;
  body?: Html;
  message?: string | undefined;
  error?: string | Html;
  status?: number;
}

async function sendFactors(
  site: Site,
  reply: FastifyReply,
  viewer: Viewer,
  { title: givenTitle, body, message, error, status = 200 }: PageState,
) {
  const translate = getTextsForRequest(site, reply.request);
  const title = givenTitle ?? translate('factors.title');
  const content = body ?? renderFactorsBody(site, translate, await loadFactors(site, viewer, await hasRecentProof(site, viewer)));
  const page = html`<h1>${title}</h1>
${error !== undefined && html`<div class="notice error" role="alert"><p>${error}</p></div>`}
${message !== undefined && html`<div class="notice good" role="status"><p>${message}</p></div>`}
${content}
<p><a href="${toSitePath(site, body ? FACTORS_PATH : '/account')}">${translate(body ? 'factors.toThem' : 'account.toAccount')}</a></p>`;
  return sendPage(reply, site, { title, body: page, viewer, translate }, { status, scripts: renderPasskeyScripts(site) });
}

async function showFactors(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!viewer) return redirectToSignIn(site, reply, toSitePath(site, FACTORS_PATH), 303);
  const messageKey = doneMessages[createFieldReader(request.query)('done')];
  return sendFactors(site, reply, viewer, { message: messageKey && getTextsForRequest(site, request)(messageKey) });
}

async function changeFactors(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const viewer = await getPageViewer(site, request);
  if (!viewer) return redirectToSignIn(site, reply, toSitePath(site, FACTORS_PATH), 303);
  requireOwnForm(site, request, viewer, FACTORS_ACTION);
  const field = createFieldReader(request.body);
  const action = field('act');
  const translate = getTextsForRequest(site, request);
  try {
    if (!Object.hasOwn(actions, action)) throw new Failure('unknown_act', 400, 'The form contains an unknown action.');
    const outcome = await (actions[action] as Action)(site, viewer, field, { ip: request.ip, translate });
    if ('body' in outcome) return await sendFactors(site, reply, viewer, outcome);
    return reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, FACTORS_PATH)}?done=${outcome.done}`, 303);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (typeof error.data['retryAfter'] === 'number') reply.header('Retry-After', error.data['retryAfter']);
    const setupPage = isRefusalOfCode(error.code) ? await setupPages[action]?.(site, translate, viewer) : null;
    // 401 would mean that the session has ended
    const status = error.status === 401 ? 403 : error.status;
    return await sendFactors(site, reply, viewer, {
      error: getRefusalText(translate, error, factorRefusals),
      status,
      ...(setupPage && { title: translate('factors.again'), body: setupPage }),
    });
  }
}

async function sendOptions(site: Site, request: FastifyRequest, reply: FastifyReply, createOptions: (viewer: Viewer) => Promise<object>) {
  const viewer = await getPageViewer(site, request);
  if (!viewer) throw new Failure('not_signed_in', 401, 'You are not signed in.');
  void reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  return await createOptions(viewer);
}

/** Mounts `/account/second-factors` and the passkey options for its script. */
export function mountSecondFactors(app: FastifyInstance, site: Site): void {
  app.get(FACTORS_PATH, (request, reply) => showFactors(site, request, reply));
  app.post(FACTORS_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => changeFactors(site, request, reply));
  app.get(ADD_PASSKEY_PATH, (request, reply) => sendOptions(site, request, reply, (viewer) => beginRegistration(site, viewer)));
  app.get(PROVE_PASSKEY_PATH, (request, reply) => sendOptions(site, request, reply, (viewer) => beginProofByPasskey(site, viewer)));
}
