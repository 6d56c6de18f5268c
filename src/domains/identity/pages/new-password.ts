import { type Html, html } from '#app/core/html.ts';

/** Shows a new application password, this once. */
export function newPasswordNotice(name: string, password: string): Html {
  return html`<section class="notice good" role="status" aria-labelledby="new-password-title">
  <h2 id="new-password-title">Your new password for “${name}”</h2>
  <code class="secret">${password}</code>
  <p>Keep it in a safe place now: it cannot be shown again. The blanks may be left out.</p>
</section>`;
}
