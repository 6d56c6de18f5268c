import { type Html, html, trusted } from '#app/core/html.ts';
import { qrSvg } from '#app/core/qr-picture.ts';
import type { Site } from '#app/site.ts';
import { nonceField } from '#app/web/pages/forms.ts';
import { sitePath } from '../../identity/auth/redirect.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';
import { time } from '../../identity/pages/time.ts';
import type { AppSetup } from '../authenticator-app/authenticator-app.service.ts';
import { listPasskeys, type PasskeyRecord } from '../passkeys/passkey.service.ts';
import { passkeysAvailable } from '../passkeys/relying-party.ts';
import { recoveryCodesLeft } from '../recovery-codes/recovery-code.service.ts';
import { policyOf, standingOf } from '../standing.ts';
import { activeMethods, type Standing } from '../two-factor.rules.ts';
import { passkeyForm } from './passkey-form.ts';

/** Path of the page where people change their second factors. */
export const FACTORS_PATH = '/account/second-factors';
export const FACTORS_ACTION = 'second_factors';
/** What a browser needs to add a passkey, and to prove by one who it is. */
export const ADD_PASSKEY_PATH = `${FACTORS_PATH}/passkey`;
export const PROVE_PASSKEY_PATH = `${FACTORS_PATH}/proof`;

const names = { passkey: 'passkeys', totp: 'an authenticator app', email: 'codes by e-mail' };
const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** What `/account` says of second factors. */
export async function accountPart(site: Site, userId: number): Promise<Html> {
  const active = activeMethods(await standingOf(site.db.prisma, userId));
  return html`<h2>Second factors</h2>
<p>${active.length === 0 ? 'Whoever learns your password can sign in. A second factor prevents that.' : `Your account is protected by ${listed.format(active.map((method) => names[method]))}.`}</p>
<p><a href="${sitePath(site, FACTORS_PATH)}">${active.length === 0 ? 'Set up a second factor' : 'Change your second factors'}</a></p>`;
}

/** What the page knows of its reader. */
export interface Factors {
  viewer: Viewer;
  standing: Standing;
  passkeys: readonly PasskeyRecord[];
  codesLeft: number;
  /** The reader has proven a short while ago who they are. */
  mayChange: boolean;
}

/** Reads it. */
export async function factorsOf(site: Site, viewer: Viewer, mayChange: boolean): Promise<Factors> {
  const [standing, passkeys, codesLeft] = await Promise.all([
    standingOf(site.db.prisma, viewer.id),
    listPasskeys(site, viewer.id),
    recoveryCodesLeft(site, viewer.id),
  ]);
  return { viewer, standing, passkeys, codesLeft, mayChange };
}

function form(site: Site, viewer: Viewer, fields: Html): Html {
  return html`<form method="post" action="${sitePath(site, FACTORS_PATH)}">${nonceField(site, viewer, FACTORS_ACTION)}${fields}</form>`;
}

const act = (name: string, label: string, kind = '') =>
  html`<div class="actions"><button name="act" value="${name}"${kind !== '' && trusted(` class="${kind}"`)}>${label}</button></div>`;

function codeField(label: string, hint: string): Html {
  return html`<div class="field">
    <label for="code">${label}</label>
    <input type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required aria-describedby="code-hint">
    <span class="hint" id="code-hint">${hint}</span>
  </div>`;
}

/** Forms by which the reader proves once more who they are. */
function proofForms(site: Site, { viewer, standing }: Factors): Html {
  const hidden = (value: string) => html`${nonceField(site, viewer, FACTORS_ACTION)}<input type="hidden" name="act" value="${value}">`;
  return html`<p class="notice">To change something here, please prove once more that it is you.</p>
${form(
  site,
  viewer,
  html`<input type="hidden" name="username" value="${viewer.user?.login}" autocomplete="username">
  <div class="field">
    <label for="password">Password</label>
    <input type="password" id="password" name="password" autocomplete="current-password" required>
  </div>${act('prove-password', 'Go on')}`,
)}
${standing.hasApp && form(site, viewer, html`${codeField('Or a code of your authenticator app', 'Six digits.')}${act('prove-code', 'Go on with the code', 'plain')}`)}
${standing.hasPasskey && passkeyForm(site, { kind: 'get', options: PROVE_PASSKEY_PATH, action: FACTORS_PATH, fields: hidden('prove-passkey'), button: html`<button class="plain">Go on with your passkey</button>` })}`;
}

function appSection(site: Site, { viewer, standing, mayChange }: Factors): Html {
  return html`<h2>Authenticator app</h2>
<p>An app on your phone shows a new code every 30 seconds, also without a network. ${standing.hasApp && html`<strong>It is in use.</strong>`}</p>
${mayChange && form(site, viewer, act('app-begin', standing.hasApp ? 'Move to another app' : 'Set up an app'))}
${mayChange && standing.hasApp && form(site, viewer, act('app-remove', 'Remove the app', 'danger'))}`;
}

function passkeyCard(site: Site, { viewer, mayChange }: Factors, { id, name, createdAt, lastUsedAt, isSynced }: PasskeyRecord): Html {
  const hidden = html`<input type="hidden" name="id" value="${id}">`;
  return html`<li class="card"><div>
    <h3 dir="auto">${name}</h3>
    <p class="quiet">Added ${time(createdAt)}. ${lastUsedAt === null ? 'Never used.' : html`Last used ${time(lastUsedAt)}.`} ${isSynced ? 'Kept on all your devices.' : 'On one device only.'}</p>
    ${
      mayChange &&
      html`<details><summary>Rename</summary>${form(
        site,
        viewer,
        html`${hidden}<div class="field"><label for="name-${id}">New name</label>
      <input type="text" id="name-${id}" name="name" value="${name}" maxlength="100" required></div>
      <button class="small" name="act" value="passkey-rename">Save</button>`,
      )}</details>`
    }
  </div>
  ${mayChange && form(site, viewer, html`${hidden}<button class="danger small" name="act" value="passkey-remove" aria-label="Remove ${name}">Remove</button>`)}</li>`;
}

function passkeySection(site: Site, factors: Factors): Html {
  const { viewer, passkeys, mayChange } = factors;
  const fields = html`${nonceField(site, viewer, FACTORS_ACTION)}<input type="hidden" name="act" value="passkey-add">
  <div class="field">
    <label for="passkey-name">Name of the new passkey</label>
    <input type="text" id="passkey-name" name="name" maxlength="100" autocomplete="off" required aria-describedby="passkey-hint">
    <span class="hint" id="passkey-hint">For example “My phone”.</span>
  </div>`;
  return html`<h2>Passkeys</h2>
<p>Your phone, computer or security key signs you in, by your finger, face or PIN. A passkey can also be used in place of the password.</p>
${passkeys.length > 0 && html`<ul class="cards">${passkeys.map((passkey) => passkeyCard(site, factors, passkey))}</ul>`}
${mayChange && passkeysAvailable(site) && passkeyForm(site, { kind: 'create', options: ADD_PASSKEY_PATH, action: FACTORS_PATH, fields, button: html`<button>Add a passkey</button>` })}
${passkeysAvailable(site) ? trusted('<noscript><p class="notice">Adding a passkey needs JavaScript.</p></noscript>') : html`<p class="notice">Passkeys need HTTPS and are not available on this site.</p>`}`;
}

function emailSection(site: Site, { viewer, standing, mayChange }: Factors): Html {
  const isActive = standing.email === 'active';
  if (!isActive && !policyOf(site).isProtected) return html``;
  return html`<h2>Codes by e-mail</h2>
<p>You get a code of eight digits to ${viewer.user?.email} when you sign in. ${isActive && html`<strong>They are in use.</strong>`}</p>
${mayChange && form(site, viewer, isActive ? act('email-remove', 'Turn them off', 'danger') : act('email-begin', 'Get codes by e-mail'))}`;
}

function codesSection(site: Site, { viewer, standing, codesLeft, mayChange }: Factors): Html {
  if (activeMethods(standing).length === 0) return html``;
  return html`<h2>Recovery codes</h2>
<p>They let you in when you have lost your phone or your passkey. ${codesLeft === 0 ? html`<strong>You have none.</strong>` : `You have ${codesLeft} of them left.`}</p>
${mayChange && form(site, viewer, act('codes', codesLeft === 0 ? 'Make recovery codes' : 'Make new recovery codes', codesLeft === 0 ? '' : 'plain'))}`;
}

/** The whole of the page below its heading. */
export function factorsBody(site: Site, factors: Factors): Html {
  return html`${!factors.mayChange && proofForms(site, factors)}
${appSection(site, factors)}
${passkeySection(site, factors)}
${emailSection(site, factors)}
${codesSection(site, factors)}`;
}

/** What is shown once, to be told to an authenticator app. */
export async function appSetupBody(site: Site, viewer: Viewer, { secret, address }: AppSetup): Promise<Html> {
  const picture = Buffer.from(await qrSvg(address)).toString('base64');
  return html`<ol>
  <li>Open your authenticator app and let it scan this picture, or <a href="${address}">open the app on this device</a>.</li>
  <li>Type the six digits that it shows.</li>
</ol>
<p class="qr-code"><img src="data:image/svg+xml;base64,${picture}" alt="QR code for your authenticator app; the same as the key below" width="300" height="300"></p>
<p>If you cannot scan it, type this key:</p>
<code class="secret">${(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
${form(site, viewer, html`${codeField('Code', 'Six digits; a new code comes every 30 seconds.')}${act('app-confirm', 'Use this app')}`)}`;
}

/** What is shown while a mailed code is awaited. */
export function emailSetupBody(site: Site, viewer: Viewer): Html {
  return html`<p>We sent a code to ${viewer.user?.email}. It is good for 15 minutes.</p>
${form(site, viewer, html`${codeField('Code', 'Eight digits.')}${act('email-confirm', 'Use codes by e-mail')}`)}`;
}

/** New recovery codes, shown this once. */
export function recoveryCodesBody(codes: readonly string[]): Html {
  return html`<section class="notice good" role="status">
  <p>These are your new recovery codes. Each works once. Print them or write them down now: they cannot be shown again, and former ones no longer work.</p>
  <ul class="plain">${codes.map((code) => html`<li><code class="secret">${code}</code></li>`)}</ul>
</section>`;
}
