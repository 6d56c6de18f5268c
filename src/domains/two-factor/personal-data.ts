import { nothing, ofPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

const OF_ACCOUNT = 't.user_id = ANY($2::int[])';

/** Erasing deletes the second factors, because the account cannot sign in any more. */
export const twoFactorData: PersonalData = {
  two_factor_state: ofPeople({ label: 'Second factor', about: OF_ACCOUNT, erase: 'delete' }),
  login_nonce: ofPeople({
    label: 'Sign-ins that are not finished',
    about: OF_ACCOUNT,
    without: ['key_hash', 'network_hash'],
    erase: 'delete',
  }),
  email_code: ofPeople({ label: 'Codes for signing in', about: OF_ACCOUNT, without: ['code_hash'], erase: 'delete' }),
  authenticator_app: ofPeople({ label: 'Authenticator apps', about: OF_ACCOUNT, without: ['sealed_secret'], erase: 'delete' }),
  passkey: ofPeople({ label: 'Passkeys', about: OF_ACCOUNT, without: ['credential_id'], erase: 'delete' }),
  recovery_code: ofPeople({ label: 'Recovery codes', about: OF_ACCOUNT, without: ['code_hash'], erase: 'delete' }),
  spent_challenge: nothing('hashes, for minutes'),
  one_time_login: ofPeople({ label: 'Links for signing in', about: OF_ACCOUNT, without: ['token_hash'], erase: 'delete' }),
};
