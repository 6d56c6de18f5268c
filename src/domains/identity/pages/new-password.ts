import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';

/** Renders a new application password, which is shown only once. */
export function renderNewPassword(say: Say, name: string, password: string): Html {
  return html`<section class="notice good" role="status" aria-labelledby="new-password-title">
  <h2 id="new-password-title">${say('account.newPasswordFor', { name })}</h2>
  <code class="secret">${password}</code>
  <p>${say('account.newPasswordKeep')}</p>
</section>`;
}
