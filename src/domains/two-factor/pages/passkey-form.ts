import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { sitePath } from '../../identity/auth/redirect.ts';
import { assetOf } from '#app/web/pages/asset.ts';

/** The script behind the forms for passkeys. */
export const passkeyScript = assetOf(new URL('./passkeys.js', import.meta.url), 'passkeys', 'js');

/** Its element, for the head of a page with such a form. */
export const passkeyScripts =
  (site: Site) =>
  (nonce: string): Html =>
    html`<script src="${sitePath(site, passkeyScript.path)}" type="module" nonce="${nonce}"></script>`;

/** A form that the script shows, and sends with what the browser returns for a passkey in `response`. */
export interface PasskeyForm {
  /** Whether a passkey is made, or used. */
  kind: 'create' | 'get';
  /** Path that responds what the browser needs. */
  options: string;
  /** Path the form is sent to. */
  action: string;
  /** Hidden fields, and what is typed. */
  fields: Html;
  button: Html;
}

/** The form; hidden until the script runs in a browser that has passkeys. */
export function passkeyForm(site: Site, say: Say, { kind, options, action, fields, button }: PasskeyForm): Html {
  return html`<form method="post" action="${sitePath(site, action)}" data-passkey="${kind}" data-options="${sitePath(site, options)}" hidden>
  ${fields}<input type="hidden" name="response">
  <div class="notice error" role="alert" hidden><p>${say('step.noPasskey')}</p></div>
  <div class="actions">${button}</div>
</form>`;
}

/** What a browser returned for a passkey, as the script sent it; null for a text that is no JSON. */
export function passkeyResponse(field: (name: string) => string): unknown {
  try {
    return JSON.parse(field('response'));
  } catch {
    return null;
  }
}
