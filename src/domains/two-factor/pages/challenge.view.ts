import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { CodeSource } from '../code-check.ts';
import type { Method } from '../two-factor.rules.ts';

/** Data of the page that asks for a second factor. */
export interface Challenge {
  methods: readonly Method[];
  /** True if a code was mailed and can be entered. */
  awaitsMail: boolean;
  hasRecoveryCodes: boolean;
  /** Source of the code that was just rejected. */
  refused: CodeSource | null;
}

/** Renders a form of the page with the given fields. */
export type RenderForm = (fields: Html) => Html;

const renderCodeField = (source: CodeSource, label: string, hint: string, isRefused: boolean): Html => {
  const invalid = isRefused ? trustHtml(' aria-invalid="true"') : '';
  const inputAttributes = trustHtml(
    source === 'recovery'
      ? ' autocapitalize="none" spellcheck="false" autocomplete="off"'
      : ' inputmode="numeric" autocomplete="one-time-code"',
  );
  return html`<input type="hidden" name="source" value="${source}">
  <div class="field">
    <label for="code-${source}">${label}</label>
    <input type="text" id="code-${source}" name="code" maxlength="40" required aria-describedby="${isRefused ? 'step-error ' : ''}hint-${source}"${inputAttributes}${invalid}>
    <span class="hint" id="hint-${source}">${hint}</span>
  </div>`;
};

const renderConfirmButton = (label: string) => html`<div class="actions"><button name="act" value="confirm">${label}</button></div>`;

/** Renders the available forms: codes of an authenticator app, codes by mail, and recovery codes. */
export function renderChallengeForms(
  translate: Translate,
  { methods, awaitsMail, hasRecoveryCodes, refused }: Challenge,
  renderForm: RenderForm,
): Html {
  const hasApp = methods.includes('totp');
  const hasMail = methods.includes('email') || awaitsMail;
  const field = (source: CodeSource, label: string, hint: string) => renderCodeField(source, label, hint, refused === source);
  return html`${hasApp && renderForm(html`${field('totp', translate('step.appCode'), translate('factors.sixDigitsNew'))}${renderConfirmButton(translate('page.signIn'))}`)}
${hasMail && awaitsMail && renderForm(html`${field('email', translate(hasApp ? 'step.mailCode' : 'factors.code'), translate('step.mailCodeHint'))}${renderConfirmButton(translate('page.signIn'))}`)}
${
  hasMail &&
  renderForm(
    html`<div class="actions"><button class="plain" name="act" value="resend">${translate(awaitsMail ? 'step.mailAgain' : 'step.mailSend')}</button></div>`,
  )
}
${
  hasRecoveryCodes &&
  html`<details${refused === 'recovery' && trustHtml(' open')}><summary>${translate('step.useRecovery')}</summary>
${renderForm(html`${field('recovery', translate('step.recoveryCode'), translate('step.recoveryHint'))}${renderConfirmButton(translate('step.signInRecovery'))}`)}
</details>`
}`;
}
