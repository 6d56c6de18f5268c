import { canEditUser } from '#app/domains/identity/users/user.permissions.ts';
import { listActiveMethods, type MethodStatus, parseMethodStatus } from '#app/domains/two-factor/two-factor.rules.ts';
import { builder } from '../builder.ts';
import '../users/user.ts';
import { SecondFactorMethodEnum } from '../auth/second-factor-method.ts';

const EmailStatus = builder.enumType('SecondFactorEmailStatus', {
  description: 'State of codes by email for a user.',
  values: {
    OPEN: {
      value: 'open',
      description: 'The user has not decided yet. If the site asks for codes by email, the next sign-in asks the user.',
    },
    ACTIVE: { value: 'active', description: 'Codes by email are active.' },
    DISABLED: { value: 'disabled', description: 'The user does not want codes by email.' },
  } as const satisfies Record<string, { value: MethodStatus; description: string }>,
});

/** GraphQL type of the model `AuthenticatorApp`. No field reads the secret. */
const AuthenticatorApp = builder.prismaObject('AuthenticatorApp', {
  description: 'An app that shows a new code of six digits every 30 seconds.',
  fields: (t) => ({ createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the secret of the app was created.' }) }),
});

/** GraphQL type of the model `Passkey`. */
export const Passkey = builder.prismaObject('Passkey', {
  description: 'A passkey: a key on a device or in a password manager. It can replace the password, or be the second factor.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the passkey.' }),
    name: t.exposeString('name', { description: 'Name that the user chose.' }),
    isSynced: t.exposeBoolean('isSynced', { description: 'Whether the passkey is synchronized between devices.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the passkey was added.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the passkey was last used; null if it was never used.',
    }),
  }),
});

const withTwoFactor = { twoFactor: { select: { emailStatus: true } } } as const;
const withConfirmedApps = { authenticatorApps: { where: { isConfirmed: true } } } as const;
const withPasskeys = { passkeys: { orderBy: { id: 'asc' } } } as const;
const withUnusedCodes = { recoveryCodes: { where: { usedAt: null }, select: { userId: true } } } as const;

/** GraphQL type of the model `User`. */
export const SecondFactors = builder.prismaObject('User', {
  variant: 'SecondFactors',
  description: 'The second factors of an account.',
  fields: (t) => ({
    methods: t.field({
      type: [SecondFactorMethodEnum],
      description: 'Active methods, the most secure first; empty if only the password is required.',
      select: { ...withTwoFactor, ...withConfirmedApps, ...withPasskeys },
      resolve: ({ twoFactor, authenticatorApps, passkeys }) =>
        listActiveMethods({
          email: parseMethodStatus(twoFactor?.emailStatus ?? 'open'),
          hasApp: authenticatorApps.length > 0,
          hasPasskey: passkeys.length > 0,
          graceStartedAt: null,
        }),
    }),
    email: t.field({
      type: EmailStatus,
      description: 'State of codes by email.',
      select: withTwoFactor,
      resolve: ({ twoFactor }) => parseMethodStatus(twoFactor?.emailStatus ?? 'open'),
    }),
    authenticatorApp: t.field({
      type: AuthenticatorApp,
      nullable: true,
      description: 'The authenticator app; null if not set up.',
      select: withConfirmedApps,
      resolve: ({ authenticatorApps }) => authenticatorApps[0] ?? null,
    }),
    passkeys: t.field({
      type: [Passkey],
      description: 'Passkeys of the account, oldest first; at most 20.',
      select: withPasskeys,
      resolve: ({ passkeys }) => passkeys,
    }),
    recoveryCodesLeft: t.int({
      description: 'Number of unused recovery codes; 0 to 10.',
      select: withUnusedCodes,
      resolve: ({ recoveryCodes }) => recoveryCodes.length,
    }),
  }),
});

builder.prismaObjectField('User', 'secondFactors', (t) =>
  t.field({
    type: SecondFactors,
    nullable: true,
    description: 'The second factors of the account; null unless you are this user or may edit users.',
    resolve: (user, _args, { viewer }) => (canEditUser(viewer, user.id) ? user : null),
  }),
);
