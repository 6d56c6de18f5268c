import type { RefusalTexts } from '#app/web/pages/refusal-text.ts';

/** Messages for the failure codes of signing in and of changing a password. */
export const accountRefusals: RefusalTexts = {
  incorrect_password: 'account.refused.password',
  too_many_attempts: 'account.refused.attempts',
  passwords_differ: 'account.refused.differ',
  password_invalid: 'account.refused.length',
  reset_link_over: 'account.linkOverWhy',
};
