import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import type { Translate } from '#app/core/language/translate.ts';
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
const formatList = (translate: Translate, items: readonly string[]) =>
  new Intl.ListFormat(translate.language === 'en' ? 'en-GB' : translate.language, { type: 'conjunction' }).format(items);

/** Renders the second factors on `/account`. */
export async function renderAccountPart(site: Site, translate: Translate, userId: number): Promise<Html> {
  const active = listActiveMethods(await loadFactorStatus(site.db.prisma, userId));
  return html`<h2>${translate('factors.title')}</h2>
<p>${
    active.length === 0
      ? translate('factors.none')
      : translate('factors.protected', {
          methods: formatList(
            translate,
            active.map((method) => translate(`factors.by.${method}`)),
          ),
        })
  }</p>
<p><a href="${toSitePath(site, FACTORS_PATH)}">${translate(active.length === 0 ? 'factors.setUp' : 'factors.change')}</a></p>`;
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
function renderProofForms(site: Site, translate: Translate, { viewer, factorStatus }: Factors): Html {
  const hidden = (value: string) =>
    html`${renderNonceField(site, viewer, FACTORS_ACTION)}<input type="hidden" name="act" value="${value}">`;
  return html`<p class="notice">${translate('factors.proveFirst')}</p>
${renderFactorsForm(
  site,
  viewer,
  html`<input type="hidden" name="username" value="${viewer.user?.login}" autocomplete="username">
  <div class="field">
    <label for="password">${translate('account.password')}</label>
    <input type="password" id="password" name="password" autocomplete="current-password" required>
  </div>${renderActionButton('prove-password', translate('factors.goOn'))}`,
)}
${factorStatus.hasApp && renderFactorsForm(site, viewer, html`${renderCodeField(translate('factors.orAppCode'), translate('factors.sixDigits'))}${renderActionButton('prove-code', translate('factors.goOnCode'), 'plain')}`)}
${factorStatus.hasPasskey && renderPasskeyForm(site, translate, { kind: 'get', options: PROVE_PASSKEY_PATH, action: FACTORS_PATH, fields: hidden('prove-passkey'), button: html`<button class="plain">${translate('factors.goOnPasskey')}</button>` })}`;
}

function renderAppSection(site: Site, translate: Translate, { viewer, factorStatus, mayChange }: Factors): Html {
  return html`<h2>${translate('factors.app')}</h2>
<p>${translate('factors.appWhy')} ${factorStatus.hasApp && html`<strong>${translate('factors.inUse')}</strong>`}</p>
${mayChange && renderFactorsForm(site, viewer, renderActionButton('app-begin', translate(factorStatus.hasApp ? 'factors.appMove' : 'factors.appSetUp')))}
${mayChange && factorStatus.hasApp && renderFactorsForm(site, viewer, renderActionButton('app-remove', translate('factors.appRemove'), 'danger'))}`;
}

function renderPasskeyCard(
  site: Site,
  translate: Translate,
  { viewer, mayChange }: Factors,
  { id, name, createdAt, lastUsedAt, isSynced }: PasskeyRecord,
): Html {
  const hidden = html`<input type="hidden" name="id" value="${id}">`;
  return html`<li class="card"><div>
    <h3 dir="auto">${name}</h3>
    <p class="quiet">${translateToHtml(translate, 'factors.added', { time: renderTime(translate, createdAt) })} ${lastUsedAt === null ? translate('account.neverUsed') : translateToHtml(translate, 'account.lastUsed', { time: renderTime(translate, lastUsedAt) })} ${translate(isSynced ? 'factors.synced' : 'factors.oneDevice')}</p>
    ${
      mayChange &&
      html`<details><summary>${translate('factors.rename')}</summary>${renderFactorsForm(
        site,
        viewer,
        html`${hidden}<div class="field"><label for="name-${id}">${translate('factors.newName')}</label>
      <input type="text" id="name-${id}" name="name" value="${name}" maxlength="100" required></div>
      <button class="small" name="act" value="passkey-rename">${translate('factors.save')}</button>`,
      )}</details>`
    }
  </div>
  ${mayChange && renderFactorsForm(site, viewer, html`${hidden}<button class="danger small" name="act" value="passkey-remove" aria-label="${translate('factors.removeOne', { name })}">${translate('factors.remove')}</button>`)}</li>`;
}

function renderPasskeySection(site: Site, translate: Translate, factors: Factors): Html {
  const { viewer, passkeys, mayChange } = factors;
  const fields = html`${renderNonceField(site, viewer, FACTORS_ACTION)}<input type="hidden" name="act" value="passkey-add">
  <div class="field">
    <label for="passkey-name">${translate('factors.passkeyName')}</label>
    <input type="text" id="passkey-name" name="name" maxlength="100" autocomplete="off" required aria-describedby="passkey-hint">
    <span class="hint" id="passkey-hint">${translate('factors.passkeyHint')}</span>
  </div>`;
  return html`<h2>${translate('factors.passkeys')}</h2>
<p>${translate('factors.passkeysWhy')}</p>
${passkeys.length > 0 && html`<ul class="cards">${passkeys.map((passkey) => renderPasskeyCard(site, translate, factors, passkey))}</ul>`}
${mayChange && canUsePasskeys(site) && renderPasskeyForm(site, translate, { kind: 'create', options: ADD_PASSKEY_PATH, action: FACTORS_PATH, fields, button: html`<button>${translate('factors.passkeyAdd')}</button>` })}
${canUsePasskeys(site) ? html`<noscript><p class="notice">${translate('factors.passkeyScript')}</p></noscript>` : html`<p class="notice">${translate('factors.passkeyHttps')}</p>`}`;
}

function renderEmailSection(site: Site, translate: Translate, { viewer, factorStatus, mayChange }: Factors): Html {
  const isActive = factorStatus.email === 'active';
  if (!isActive && !getPolicy(site).isProtected) return html``;
  return html`<h2>${translate('factors.mail')}</h2>
<p>${translate('factors.mailWhy', { email: viewer.user?.email ?? '' })} ${isActive && html`<strong>${translate('factors.mailInUse')}</strong>`}</p>
${mayChange && renderFactorsForm(site, viewer, isActive ? renderActionButton('email-remove', translate('factors.mailOff'), 'danger') : renderActionButton('email-begin', translate('factors.mailGet')))}`;
}

function renderCodesSection(site: Site, translate: Translate, { viewer, factorStatus, codesLeft, mayChange }: Factors): Html {
  if (listActiveMethods(factorStatus).length === 0) return html``;
  return html`<h2>${translate('factors.recovery')}</h2>
<p>${translate('factors.recoveryWhy')} ${codesLeft === 0 ? html`<strong>${translate('factors.recoveryNone')}</strong>` : translate('factors.recoveryLeft', { count: codesLeft })}</p>
${mayChange && renderFactorsForm(site, viewer, renderActionButton('codes', translate(codesLeft === 0 ? 'factors.recoveryMake' : 'factors.recoveryMakeNew'), codesLeft === 0 ? '' : 'plain'))}`;
}

/** Renders the content of the page `/account/second-factors` below its heading. */
export function renderFactorsBody(site: Site, translate: Translate, factors: Factors): Html {
  return html`${!factors.mayChange && renderProofForms(site, translate, factors)}
${renderAppSection(site, translate, factors)}
${renderPasskeySection(site, translate, factors)}
${renderEmailSection(site, translate, factors)}
${renderCodesSection(site, translate, factors)}`;
}

/** Renders the secret of a new app, which is shown once. */
export async function renderAppSetupBody(site: Site, translate: Translate, viewer: Viewer, { secret, url }: AppSetup): Promise<Html> {
  const picture = Buffer.from(await createQrSvg(url)).toString('base64');
  return html`<ol>
  <li>${translate('factors.appScan')} <a href="${url}">${translate('factors.appHere')}</a></li>
  <li>${translate('factors.appType')}</li>
</ol>
<p class="qr-code"><img src="data:image/svg+xml;base64,${picture}" alt="${translate('factors.appPicture')}" width="300" height="300"></p>
<p>${translate('factors.appKey')}</p>
<code class="secret">${(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
${renderFactorsForm(site, viewer, html`${renderCodeField(translate('factors.code'), translate('factors.sixDigitsNew'))}${renderActionButton('app-confirm', translate('factors.appUse'))}`)}`;
}

/** Renders the form for a mailed code. */
export function renderEmailSetupBody(site: Site, translate: Translate, viewer: Viewer): Html {
  return html`<p>${translate('factors.mailSent', { email: viewer.user?.email ?? '' })}</p>
${renderFactorsForm(site, viewer, html`${renderCodeField(translate('factors.code'), translate('factors.eightDigits'))}${renderActionButton('email-confirm', translate('factors.mailUse'))}`)}`;
}

/** Renders new recovery codes, which are shown once. */
export function renderRecoveryCodesBody(translate: Translate, codes: readonly string[]): Html {
  return html`<section class="notice good" role="status">
  <p>${translate('factors.recoveryShown')}</p>
  <ul class="plain">${codes.map((code) => html`<li><code class="secret">${code}</code></li>`)}</ul>
</section>`;
}
