import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { invalid } from '#app/core/failures/failure.ts';

/** Renders two fields for a new password. `isRefused` marks them as invalid. */
export function renderPasswordFields(translate: Translate, isRefused: boolean): Html {
  const invalid = isRefused ? trustHtml(' aria-invalid="true"') : '';
  return html`<div class="field">
    <label for="new-password">${translate('account.newPassword')}</label>
    <input type="password" id="new-password" name="new_password" autocomplete="new-password" minlength="8" required aria-describedby="new-password-hint"${invalid}>
    <span class="hint" id="new-password-hint">${translate('account.passwordHint')}</span>
  </div>
  <div class="field">
    <label for="repeated-password">${translate('account.newPasswordAgain')}</label>
    <input type="password" id="repeated-password" name="repeated_password" autocomplete="new-password" required${invalid}>
  </div>`;
}

/** Returns the new password of a form. Throws 400 `passwords_differ` if the two fields differ. */
export function readNewPassword(field: (name: string) => string): string {
  const password = field('new_password');
  if (password !== field('repeated_password')) throw invalid('passwords_differ', 'The two passwords are not the same.');
  return password;
}
