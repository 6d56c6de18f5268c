import { noPersonalData, rowsOfPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

const OF_ACCOUNT = 't.user_id = ANY($2::int[])';

/** Personal data of second factors. An erasure deletes it, because the account cannot sign in any more. */
export const twoFactorData: PersonalData = {
  two_factor_state: rowsOfPeople({ label: 'Second factor', about: OF_ACCOUNT, erase: 'delete' }),
  login_nonce: rowsOfPeople({
    label: 'Sign-ins that are not finished',
    about: OF_ACCOUNT,
    without: ['key_hash', 'network_hash'],
    erase: 'delete',
  }),
  email_code: rowsOfPeople({ label: 'Codes for signing in', about: OF_ACCOUNT, without: ['code_hash'], erase: 'delete' }),
  authenticator_app: rowsOfPeople({ label: 'Authenticator apps', about: OF_ACCOUNT, without: ['sealed_secret'], erase: 'delete' }),
  passkey: rowsOfPeople({ label: 'Passkeys', about: OF_ACCOUNT, without: ['credential_id'], erase: 'delete' }),
  recovery_code: rowsOfPeople({ label: 'Recovery codes', about: OF_ACCOUNT, without: ['code_hash'], erase: 'delete' }),
  spent_challenge: noPersonalData('hashes, for minutes'),
  one_time_login: rowsOfPeople({ label: 'Links for signing in', about: OF_ACCOUNT, without: ['token_hash'], erase: 'delete' }),
};
