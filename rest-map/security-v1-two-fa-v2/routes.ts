import { item, namespace } from '#app/rest/table.ts';
import { completed, resend, setup, validation } from './fields.ts';

/** Statuses of refusals with the body `{ "error": message }`, by code. */
const onboardingFailures = { second_factor_active: 403, second_factor_required: 403 };
const setupFailures = { second_factor_active: 403, second_factor_unsupported: 401 };
const confirmationFailures = { ...setupFailures, second_factor_code_wrong: 401, second_factor_wait: 429 };
const resendFailures = { second_factor_unsupported: 400, second_factor_not_awaited: 403 };

const exampleUser = { user_id: 1, login_nonce: '0'.repeat(64) };

/** Published REST interface (document 2), "Two-factor security"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 4. */
export default namespace('security/v1/two-fa/v2', [
  // methods  path                                  parameters  runs                   response      options
  ['POST',    '/do_not_ask_again',                  completed,  'twoFaDecline',        item(),       { failures: onboardingFailures, example: exampleUser }],
  ['POST',    '/skip_onboarding',                   completed,  'twoFaSkip',           item(),       { failures: onboardingFailures, summary: 'Signs in without setting up codes by email', example: exampleUser }],
  ['POST',    '/save_default_method_email',         setup,      'twoFaSetup',          item(),       { failures: setupFailures, example: { ...exampleUser, provider: 'email' } }],
  ['POST',    '/save_default_method_email_profile', setup,      'twoFaProfileSetup',   item(),       { failures: setupFailures, example: { ...exampleUser, provider: 'email' } }],
  ['POST',    '/validate_email_setup',              validation, 'twoFaConfirm',        item(),       { failures: confirmationFailures, example: { ...exampleUser, provider: 'email', token: '12345678' } }],
  ['POST',    '/resend_email_code',                 resend,     'twoFaResend',         item(),       { failures: resendFailures, example: { ...exampleUser, provider: 'email' } }],
], {
  cachesResponses: false,
  failures: { login_nonce_invalid: 'rest_forbidden', too_many_attempts: 'rest_forbidden' },
});
