import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import { createAsset } from '#app/web/pages/asset.ts';

/** Script of the passkey forms. */
export const passkeyScript = createAsset(new URL('./passkeys.js', import.meta.url), 'passkeys', 'js');

/** Renders the script element for the head of a page. */
export const renderPasskeyScripts =
  (site: Site) =>
  (nonce: string): Html =>
    html`<script src="${toSitePath(site, passkeyScript.path)}" type="module" nonce="${nonce}"></script>`;

/** A form that the script shows and submits. The field `response` contains the browser's passkey response. */
export interface PasskeyForm {
  /** `create` creates a passkey, `get` uses one. */
  kind: 'create' | 'get';
  /** Path that returns the options for the browser. */
  options: string;
  /** Path to which the form is sent. */
  action: string;
  /** Hidden and visible fields. */
  fields: Html;
  button: Html;
}

/** Renders the form. It is hidden until the script runs in a browser that supports passkeys. */
export function renderPasskeyForm(site: Site, translate: Translate, { kind, options, action, fields, button }: PasskeyForm): Html {
  return html`<form method="post" action="${toSitePath(site, action)}" data-passkey="${kind}" data-options="${toSitePath(site, options)}" hidden>
  ${fields}<input type="hidden" name="response">
  <div class="notice error" role="alert" hidden><p>${translate('step.noPasskey')}</p></div>
  <div class="actions">${button}</div>
</form>`;
}

/** Parses the browser's passkey response. Returns null if it is not JSON. */
export function parsePasskeyResponse(field: (name: string) => string): unknown {
  try {
    return JSON.parse(field('response'));
  } catch {
    return null;
  }
}
