import type { RefusalTexts } from '#app/web/pages/refusal-text.ts';
import { accountRefusals } from '../../identity/pages/refusals.ts';

/** Messages for the failure codes of second factors. */
export const factorRefusals: RefusalTexts = {
  ...accountRefusals,
  second_factor_code_wrong: 'factors.refused.code',
  second_factor_setup_code_wrong: 'factors.refused.setUpCode',
  second_factor_wait: 'factors.refused.wait',
  second_factor_setup_over: 'factors.refused.over',
  second_factor_not_set_up: 'factors.refused.notSetUp',
  second_factor_required: 'factors.refused.demanded',
  second_factor_active: 'factors.refused.active',
  second_factor_not_awaited: 'factors.refused.notAwaited',
  second_factor_not_offered: 'factors.refused.mail',
  passkey_refused: 'factors.refused.passkey',
  passkey_not_found: 'factors.refused.noPasskey',
  too_many_passkeys: 'factors.refused.passkeys',
};
