import { ANONYMOUS, rowsOfPeople, type PersonalData } from '#app/core/personal-data/declaration.ts';

const OF_ACCOUNT = 't.user_id = ANY($2::int[])';

/** Personal data of accounts. An erasure anonymizes the account and disables sign-in. The account remains the author of its content. */
export const accountData: PersonalData = {
  session: rowsOfPeople({ label: 'Sign-ins', about: OF_ACCOUNT, without: ['token_hash'], erase: 'delete' }),
  application_password: rowsOfPeople({ label: 'Application passwords', about: OF_ACCOUNT, without: ['secret_hash'], erase: 'delete' }),
  user_account: rowsOfPeople({
    label: 'Account',
    about: 't.id = ANY($2::int[])',
    without: ['password_hash'],
    erase: {
      login: "'erased-' || t.id",
      slug: "'erased-' || t.id",
      password_hash: "''",
      display_name: `'${ANONYMOUS}'`,
      role: "'subscriber'",
      extra_capabilities: "'{}'::jsonb",
      first_name: "''",
      last_name: "''",
      nickname: "''",
      url: "''",
      description: "''",
    },
  }),
};
