import type { RefusalTexts } from '#app/web/pages/refusal-text.ts';

/** What signing in and changing a password may be refused for. */
export const accountRefusals: RefusalTexts = {
  incorrect_password: 'account.refused.password',
  too_many_attempts: 'account.refused.attempts',
  passwords_differ: 'account.refused.differ',
  password_invalid: 'account.refused.length',
  reset_link_over: 'account.linkOverWhy',
};
