import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { sayHtml } from '#app/core/language/say-html.ts';
import type { Say } from '#app/core/language/say.ts';
import { createQrSvg } from '#app/core/images/qr-code.ts';
import type { Site } from '#app/site.ts';
import { renderNonceField } from '#app/web/pages/forms.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { renderTime } from '../../identity/pages/time.ts';
import type { AppSetup } from '../authenticator-app/authenticator-app.service.ts';
import { listPasskeys, type PasskeyRecord } from '../passkeys/passkey.service.ts';
import { canUsePasskeys } from '../passkeys/relying-party.ts';
import { countRecoveryCodes } from '../recovery-codes/recovery-code.service.ts';
import { getPolicy, loadFactorStatus } from '../factor-status.ts';
import { listActiveMethods, type FactorStatus } from '../two-factor.rules.ts';
import { renderPasskeyForm } from './passkey-form.ts';

/** Path of the page where users change their second factors. */
export const FACTORS_PATH = '/account/second-factors';
export const FACTORS_ACTION = 'second_factors';
/** Paths that return the browser options for adding a passkey, and for a proof of identity. */
export const ADD_PASSKEY_PATH = `${FACTORS_PATH}/passkey`;
export const PROVE_PASSKEY_PATH = `${FACTORS_PATH}/proof`;

/** Formats a list as “a, b and c”. */
const formatList = (say: Say, items: readonly string[]) =>
  new Intl.ListFormat(say.language === 'en' ? 'en-GB' : say.language, { type: 'conjunction' }).format(items);

/** Renders the second factors on `/account`. */
export async function renderAccountPart(site: Site, say: Say, userId: number): Promise<Html> {
  const active = listActiveMethods(await loadFactorStatus(site.db.prisma, userId));
  return html`<h2>${say('factors.title')}</h2>
<p>${
    active.length === 0
      ? say('factors.none')
      : say('factors.protected', {
          methods: formatList(
            say,
            active.map((method) => say(`factors.by.${method}`)),
          ),
        })
  }</p>
<p><a href="${toSitePath(site, FACTORS_PATH)}">${say(active.length === 0 ? 'factors.setUp' : 'factors.change')}</a></p>`;
}

/** Data of the page `/account/second-factors`. */
export interface Factors {
  viewer: Viewer;
  factorStatus: FactorStatus;
  passkeys: readonly PasskeyRecord[];
  codesLeft: number;
  /** True if the user recently proved their identity. */
  mayChange: boolean;
}

/** Loads the data of the page `/account/second-factors`. */
export async function loadFactors(site: Site, viewer: Viewer, mayChange: boolean): Promise<Factors> {
  const [factorStatus, passkeys, codesLeft] = await Promise.all([
    loadFactorStatus(site.db.prisma, viewer.id),
    listPasskeys(site, viewer.id),
    countRecoveryCodes(site, viewer.id),
  ]);
  return { viewer, factorStatus, passkeys, codesLeft, mayChange };
}

function renderFactorsForm(site: Site, viewer: Viewer, fields: Html): Html {
  return html`<form method="post" action="${toSitePath(site, FACTORS_PATH)}">${renderNonceField(site, viewer, FACTORS_ACTION)}${fields}</form>`;
}

const renderActionButton = (name: string, label: string, kind = '') =>
  html`<div class="actions"><button name="act" value="${name}"${kind !== '' && trustHtml(` class="${kind}"`)}>${label}</button></div>`;

function renderCodeField(label: string, hint: string): Html {
  return html`<div class="field">
    <label for="code">${label}</label>
    <input type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required aria-describedby="code-hint">
    <span class="hint" id="code-hint">${hint}</span>
  </div>`;
}

/** Renders the forms for a new proof of identity. */
function renderProofForms(site: Site, say: Say, { viewer, factorStatus }: Factors): Html {
  const hidden = (value: string) =>
    html`${renderNonceField(site, viewer, FACTORS_ACTION)}<input type="hidden" name="act" value="${value}">`;
  return html`<p class="notice">${say('factors.proveFirst')}</p>
${renderFactorsForm(
  site,
  viewer,
  html`<input type="hidden" name="username" value="${viewer.user?.login}" autocomplete="username">
  <div class="field">
    <label for="password">${say('account.password')}</label>
    <input type="password" id="password" name="password" autocomplete="current-password" required>
  </div>${renderActionButton('prove-password', say('factors.goOn'))}`,
)}
${factorStatus.hasApp && renderFactorsForm(site, viewer, html`${renderCodeField(say('factors.orAppCode'), say('factors.sixDigits'))}${renderActionButton('prove-code', say('factors.goOnCode'), 'plain')}`)}
${factorStatus.hasPasskey && renderPasskeyForm(site, say, { kind: 'get', options: PROVE_PASSKEY_PATH, action: FACTORS_PATH, fields: hidden('prove-passkey'), button: html`<button class="plain">${say('factors.goOnPasskey')}</button>` })}`;
}

function renderAppSection(site: Site, say: Say, { viewer, factorStatus, mayChange }: Factors): Html {
  return html`<h2>${say('factors.app')}</h2>
<p>${say('factors.appWhy')} ${factorStatus.hasApp && html`<strong>${say('factors.inUse')}</strong>`}</p>
${mayChange && renderFactorsForm(site, viewer, renderActionButton('app-begin', say(factorStatus.hasApp ? 'factors.appMove' : 'factors.appSetUp')))}
${mayChange && factorStatus.hasApp && renderFactorsForm(site, viewer, renderActionButton('app-remove', say('factors.appRemove'), 'danger'))}`;
}

function renderPasskeyCard(
  site: Site,
  say: Say,
  { viewer, mayChange }: Factors,
  { id, name, createdAt, lastUsedAt, isSynced }: PasskeyRecord,
): Html {
  const hidden = html`<input type="hidden" name="id" value="${id}">`;
  return html`<li class="card"><div>
    <h3 dir="auto">${name}</h3>
    <p class="quiet">${sayHtml(say, 'factors.added', { time: renderTime(say, createdAt) })} ${lastUsedAt === null ? say('account.neverUsed') : sayHtml(say, 'account.lastUsed', { time: renderTime(say, lastUsedAt) })} ${say(isSynced ? 'factors.synced' : 'factors.oneDevice')}</p>
    ${
      mayChange &&
      html`<details><summary>${say('factors.rename')}</summary>${renderFactorsForm(
        site,
        viewer,
        html`${hidden}<div class="field"><label for="name-${id}">${say('factors.newName')}</label>
      <input type="text" id="name-${id}" name="name" value="${name}" maxlength="100" required></div>
      <button class="small" name="act" value="passkey-rename">${say('factors.save')}</button>`,
      )}</details>`
    }
  </div>
  ${mayChange && renderFactorsForm(site, viewer, html`${hidden}<button class="danger small" name="act" value="passkey-remove" aria-label="${say('factors.removeOne', { name })}">${say('factors.remove')}</button>`)}</li>`;
}

function renderPasskeySection(site: Site, say: Say, factors: Factors): Html {
  const { viewer, passkeys, mayChange } = factors;
  const fields = html`${renderNonceField(site, viewer, FACTORS_ACTION)}<input type="hidden" name="act" value="passkey-add">
  <div class="field">
    <label for="passkey-name">${say('factors.passkeyName')}</label>
    <input type="text" id="passkey-name" name="name" maxlength="100" autocomplete="off" required aria-describedby="passkey-hint">
    <span class="hint" id="passkey-hint">${say('factors.passkeyHint')}</span>
  </div>`;
  return html`<h2>${say('factors.passkeys')}</h2>
<p>${say('factors.passkeysWhy')}</p>
${passkeys.length > 0 && html`<ul class="cards">${passkeys.map((passkey) => renderPasskeyCard(site, say, factors, passkey))}</ul>`}
${mayChange && canUsePasskeys(site) && renderPasskeyForm(site, say, { kind: 'create', options: ADD_PASSKEY_PATH, action: FACTORS_PATH, fields, button: html`<button>${say('factors.passkeyAdd')}</button>` })}
${canUsePasskeys(site) ? html`<noscript><p class="notice">${say('factors.passkeyScript')}</p></noscript>` : html`<p class="notice">${say('factors.passkeyHttps')}</p>`}`;
}

function renderEmailSection(site: Site, say: Say, { viewer, factorStatus, mayChange }: Factors): Html {
  const isActive = factorStatus.email === 'active';
  if (!isActive && !getPolicy(site).isProtected) return html``;
  return html`<h2>${say('factors.mail')}</h2>
<p>${say('factors.mailWhy', { email: viewer.user?.email ?? '' })} ${isActive && html`<strong>${say('factors.mailInUse')}</strong>`}</p>
${mayChange && renderFactorsForm(site, viewer, isActive ? renderActionButton('email-remove', say('factors.mailOff'), 'danger') : renderActionButton('email-begin', say('factors.mailGet')))}`;
}

function renderCodesSection(site: Site, say: Say, { viewer, factorStatus, codesLeft, mayChange }: Factors): Html {
  if (listActiveMethods(factorStatus).length === 0) return html``;
  return html`<h2>${say('factors.recovery')}</h2>
<p>${say('factors.recoveryWhy')} ${codesLeft === 0 ? html`<strong>${say('factors.recoveryNone')}</strong>` : say('factors.recoveryLeft', { count: codesLeft })}</p>
${mayChange && renderFactorsForm(site, viewer, renderActionButton('codes', say(codesLeft === 0 ? 'factors.recoveryMake' : 'factors.recoveryMakeNew'), codesLeft === 0 ? '' : 'plain'))}`;
}

/** Renders the content of the page `/account/second-factors` below its heading. */
export function renderFactorsBody(site: Site, say: Say, factors: Factors): Html {
  return html`${!factors.mayChange && renderProofForms(site, say, factors)}
${renderAppSection(site, say, factors)}
${renderPasskeySection(site, say, factors)}
${renderEmailSection(site, say, factors)}
${renderCodesSection(site, say, factors)}`;
}

/** Renders the secret of a new app, which is shown once. */
export async function renderAppSetupBody(site: Site, say: Say, viewer: Viewer, { secret, url }: AppSetup): Promise<Html> {
  const picture = Buffer.from(await createQrSvg(url)).toString('base64');
  return html`<ol>
  <li>${say('factors.appScan')} <a href="${url}">${say('factors.appHere')}</a></li>
  <li>${say('factors.appType')}</li>
</ol>
<p class="qr-code"><img src="data:image/svg+xml;base64,${picture}" alt="${say('factors.appPicture')}" width="300" height="300"></p>
<p>${say('factors.appKey')}</p>
<code class="secret">${(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
${renderFactorsForm(site, viewer, html`${renderCodeField(say('factors.code'), say('factors.sixDigitsNew'))}${renderActionButton('app-confirm', say('factors.appUse'))}`)}`;
}

/** Renders the form for a mailed code. */
export function renderEmailSetupBody(site: Site, say: Say, viewer: Viewer): Html {
  return html`<p>${say('factors.mailSent', { email: viewer.user?.email ?? '' })}</p>
${renderFactorsForm(site, viewer, html`${renderCodeField(say('factors.code'), say('factors.eightDigits'))}${renderActionButton('email-confirm', say('factors.mailUse'))}`)}`;
}

/** Renders new recovery codes, which are shown once. */
export function renderRecoveryCodesBody(say: Say, codes: readonly string[]): Html {
  return html`<section class="notice good" role="status">
  <p>${say('factors.recoveryShown')}</p>
  <ul class="plain">${codes.map((code) => html`<li><code class="secret">${code}</code></li>`)}</ul>
</section>`;
}
