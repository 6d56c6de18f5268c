import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';

/** Renders a new application password, which is shown only once. */
export function renderNewPassword(translate: Translate, name: string, password: string): Html {
  return html`<section class="notice good" role="status" aria-labelledby="new-password-title">
  <h2 id="new-password-title">${translate('account.newPasswordFor', { name })}</h2>
  <code class="secret">${password}</code>
  <p>${translate('account.newPasswordKeep')}</p>
</section>`;
}
