import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, FORM_LIMIT, renderNonceField, requireOwnForm } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { getRefusalText } from '#app/web/pages/refusal-text.ts';
import { clearPendingCookie, type PendingSignIn, readPendingCookie } from '../../identity/auth/pending-sign-in.ts';
import { parseOwnPath, toSitePath } from '../../identity/auth/redirect.ts';
import { anonymous } from '../../identity/auth/viewer.ts';
import { getUser } from '../../identity/users/user.service.ts';
import type { CodeSource, SubmittedCode } from '../code-check.ts';
import { SECOND_STEP_PATH } from '../password-step.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';
import { beginPasskeyProof, provePasskey } from '../passkeys/passkey-sign-in.ts';
import { requireProof } from '../proof.ts';
import { countRecoveryCodes } from '../recovery-codes/recovery-code.service.ts';
import {
  beginEmailSetup,
  declineSecondFactor,
  followLink,
  isOpenLink,
  type MailedLink,
  proveSecondFactor,
  resendCode,
  type SecondStepContext,
  skipSecondFactor,
} from '../second-step.ts';
import { evaluateUser, type Evaluation } from '../factor-status.ts';
import { LINK_PATH } from '../two-factor.mails.ts';
import { renderChallengeForms, type RenderForm } from './challenge.view.ts';
import { getClient, finishSignIn } from './finish-sign-in.ts';
import { renderPasskeyForm, parsePasskeyResponse, renderPasskeyScripts } from './passkey-form.ts';
import { factorRefusals } from './refusals.ts';

const ACTION = 'second_step';
const LINK_ACTION = 'second_step_link';
const PASSKEY_PATH = `${SECOND_STEP_PATH}/passkey`;

interface StepState extends Evaluation {
  redirectTo: string;
  /** True if a code was mailed and can be entered. */
  awaitsMail: boolean;
  hasRecoveryCodes: boolean;
  error?: string | Html;
  /** Source of the code that was just rejected. */
  refused?: CodeSource;
  message?: string;
}

const getRedirectTarget = (site: Site, field: (name: string) => string) =>
  parseOwnPath(site, field('redirect_to')) ?? toSitePath(site, '/account');

function renderStepForm(site: Site, redirectTo: string, fields: Html): Html {
  return html`<form method="post" action="${toSitePath(site, SECOND_STEP_PATH)}">
  ${renderNonceField(site, null, ACTION)}
  <input type="hidden" name="redirect_to" value="${redirectTo}">
  ${fields}
</form>`;
}

function renderSetupChoices(site: Site, translate: Translate, { redirectTo, step, isForced }: StepState): Html {
  const daysLeft = step.action === 'onboarding' ? step.daysLeft : null;
  const grace = daysLeft === null ? '' : translate('step.daysLeft', { days: daysLeft });
  return html`<p>${translate('step.why')} ${isForced && html`<strong>${translate('step.forced')}</strong> ${grace}`}</p>
${renderStepForm(
  site,
  redirectTo,
  html`<div class="actions">
    <button name="act" value="email">${translate('factors.mailGet')}</button>
    <button class="plain" name="act" value="skip">${translate('step.skip')}</button>
    ${!isForced && html`<button class="plain" name="act" value="decline">${translate('step.decline')}</button>`}
  </div>`,
)}
<p class="quiet">${translate('step.others')}</p>`;
}

function renderPasskeyPart(site: Site, translate: Translate, redirectTo: string): Html {
  const fields = html`${renderNonceField(site, null, ACTION)}<input type="hidden" name="redirect_to" value="${redirectTo}"><input type="hidden" name="act" value="passkey">`;
  const button = html`<button>${translate('step.usePasskey')}</button>`;
  return html`${renderPasskeyForm(site, translate, { kind: 'get', options: PASSKEY_PATH, action: SECOND_STEP_PATH, fields, button })}
<noscript><p class="notice">${translate('step.passkeyScript')}</p></noscript>`;
}

function sendStep(site: Site, reply: FastifyReply, state: StepState, status = 200): Promise<FastifyReply> {
  const { step, awaitsMail, hasRecoveryCodes, refused = null, redirectTo } = state;
  const methods = step.action === 'challenge' ? step.methods : [];
  const translate = getTextsForRequest(site, reply.request);
  const isChallenged = methods.length > 0 || awaitsMail;
  const title = translate(isChallenged ? 'step.prove' : 'step.protect');
  const renderForm: RenderForm = (fields) => renderStepForm(site, redirectTo, fields);
  const body = html`<h1>${title}</h1>
${state.error !== undefined && html`<div class="notice error" role="alert" id="step-error"><p>${state.error}</p></div>`}
${state.message !== undefined && html`<div class="notice good" role="status"><p>${state.message}</p></div>`}
${methods.includes('passkey') && renderPasskeyPart(site, translate, redirectTo)}
${isChallenged ? renderChallengeForms(translate, { methods, awaitsMail, hasRecoveryCodes, refused }, renderForm) : renderSetupChoices(site, translate, state)}`;
  return sendPage(reply, site, { title, body, viewer: null, translate, isNarrow: true }, { status, scripts: renderPasskeyScripts(site) });
}

function restartSignIn(site: Site, reply: FastifyReply, redirectTo: string): FastifyReply {
  clearPendingCookie(reply, site);
  return redirectToSignIn(site, reply, redirectTo, 303);
}

async function loadStep(site: Site, { userId }: PendingSignIn, redirectTo: string): Promise<StepState> {
  const evaluation = await evaluateUser(site, site.db.prisma, await getUser(site, userId));
  const methods = evaluation.step.action === 'challenge' ? evaluation.step.methods : [];
  const hasRecoveryCodes = methods.length > 0 && (await countRecoveryCodes(site, userId)) > 0;
  return { ...evaluation, redirectTo, awaitsMail: methods[0] === 'email', hasRecoveryCodes };
}

/** Returns the pending sign-in of the browser if its proof is valid, or null if the sign-in must start again. */
async function readVerifiedPending(site: Site, request: FastifyRequest): Promise<PendingSignIn | null> {
  const pending = readPendingCookie(request);
  if (!pending) return null;
  try {
    await requireProof(site, anonymous, request.ip, pending);
    return pending;
  } catch (error) {
    if (error instanceof Failure && error.code === 'login_nonce_invalid') return null;
    throw error;
  }
}

async function showStep(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const redirectTo = getRedirectTarget(site, createFieldReader(request.query));
  const pending = await readVerifiedPending(site, request);
  return pending ? sendStep(site, reply, await loadStep(site, pending, redirectTo)) : restartSignIn(site, reply, redirectTo);
}

const parseSource = (text: string): CodeSource => (text === 'totp' || text === 'recovery' ? text : 'email');

/** Submitted fields of the page. */
interface SubmittedFields {
  submitted: SubmittedCode;
  /** Passkey response of the browser. */
  response: unknown;
  redirectTo: string;
}

/** Runs the action of a button. Returns a new session, or the message that the page shows next. */
async function performAction(
  site: Site,
  translate: Translate,
  action: string,
  context: SecondStepContext,
  { submitted, response, redirectTo }: SubmittedFields,
) {
  switch (action) {
    case 'passkey':
      return { session: await provePasskey(site, context, response) };
    case 'confirm':
      return { session: await proveSecondFactor(site, context, submitted) };
    case 'resend':
      await resendCode(site, context, { method: 'email', purpose: 'sign-in', redirectTo });
      return { message: translate('step.mailed') };
    case 'email':
      await beginEmailSetup(site, context, { method: 'email', purpose: 'activation', redirectTo });
      return {};
    case 'decline':
      return { session: await declineSecondFactor(site, context) };
    default:
      return { session: await skipSecondFactor(site, context) };
  }
}

async function handleStep(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = createFieldReader(request.body);
  const redirectTo = getRedirectTarget(site, field);
  requireOwnForm(site, request, null, ACTION);
  const pending = await readVerifiedPending(site, request);
  if (!pending) return restartSignIn(site, reply, redirectTo);
  const { userId, loginNonce, isRemembered } = pending;
  const context: SecondStepContext = { userId, loginNonce, viewer: anonymous, client: getClient(request, isRemembered) };
  const action = field('act');
  const submitted: SubmittedCode = { source: parseSource(field('source')), code: field('code') };
  const isMailed = action === 'resend' || action === 'email' || (action === 'confirm' && submitted.source === 'email');
  const show = async (changes: Partial<StepState>, status?: number) => {
    const state = await loadStep(site, pending, redirectTo);
    return sendStep(site, reply, { ...state, awaitsMail: state.awaitsMail || isMailed, ...changes }, status);
  };
  try {
    const outcome = await performAction(site, getTextsForRequest(site, request), action, context, {
      submitted,
      response: parsePasskeyResponse(field),
      redirectTo,
    });
    if (outcome.session) return await finishSignIn(site, request, reply, outcome.session, redirectTo);
    const { message } = outcome;
    return await show(message === undefined ? {} : { message });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'login_nonce_invalid') throw error;
    if (typeof error.data['retryAfter'] === 'number') reply.header('Retry-After', error.data['retryAfter']);
    return await show(
      {
        error: getRefusalText(getTextsForRequest(site, request), error, factorRefusals),
        ...(action === 'confirm' && { refused: submitted.source }),
      },
      error.status,
    );
  }
}

function readLink(field: (name: string) => string): MailedLink {
  const userId = Number(field('user'));
  return { userId: Number.isInteger(userId) && userId > 0 && userId < 2 ** 31 ? userId : 0, token: field('token') };
}

function sendLink(site: Site, reply: FastifyReply, isOpen: boolean, fields: Html): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, reply.request);
  const title = translate(isOpen ? 'step.continueTitle' : 'account.linkOver');
  const body = isOpen
    ? html`<h1>${title}</h1>
<form method="post" action="${toSitePath(site, LINK_PATH)}">
  ${renderNonceField(site, null, LINK_ACTION)}${fields}
  <div class="actions"><button>${translate('step.continue')}</button></div>
</form>`
    : html`<h1>${title}</h1>
<p>${translate('step.linkOverWhy')}</p>
<p><a href="${toSitePath(site, '/sign-in')}">${translate('page.signIn')}</a></p>`;
  return sendPage(reply, site, { title, body, viewer: null, translate, isNarrow: true }, { status: isOpen ? 200 : 403 });
}

/** Shows a page with a button that signs the user in. Opening the link alone has no effect, because mail scanners also open links. */
async function showLink(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const field = createFieldReader(request.query);
  const hidden = ['user', 'token', 'redirect_to'].map((name) => html`<input type="hidden" name="${name}" value="${field(name)}">`);
  return sendLink(site, reply, await isOpenLink(site, readLink(field)), html`${hidden}`);
}

async function handleLink(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnForm(site, request, null, LINK_ACTION);
  const field = createFieldReader(request.body);
  try {
    const session = await followLink(site, readLink(field), getClient(request, readPendingCookie(request)?.isRemembered ?? false));
    return await finishSignIn(site, request, reply, session, getRedirectTarget(site, field));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return sendLink(site, reply, false, html``);
  }
}

async function sendPasskeyOptions(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const pending = await readVerifiedPending(site, request);
  if (!pending) throw new Failure('login_nonce_invalid', 403, 'Please start again with your password.');
  void reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  return await beginPasskeyProof(site, pending);
}

/** Mounts the pages of the second-factor step: `/sign-in/second-step`, and the target of the link in a mail. */
export function mountSecondStep(app: FastifyInstance, site: Site): void {
  app.get(SECOND_STEP_PATH, (request, reply) => showStep(site, request, reply));
  app.post(SECOND_STEP_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => handleStep(site, request, reply));
  app.get(PASSKEY_PATH, (request, reply) => sendPasskeyOptions(site, request, reply));
  app.get(LINK_PATH, (request, reply) => showLink(site, request, reply));
  app.post(LINK_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => handleLink(site, request, reply));
}
