import { mayEdit } from '#app/domains/identity/users/user.permissions.ts';
import { activeMethods, type MethodStatus, statusOf } from '#app/domains/two-factor/two-factor.rules.ts';
import { builder } from '../builder.ts';
import '../users/user.ts';
import { Method } from '../auth/second-factor-method.ts';

const EmailStatus = builder.enumType('SecondFactorEmailStatus', {
  description: 'State of codes by e-mail for a user.',
  values: {
    OPEN: { value: 'open', description: 'Not decided: asked at the next sign-in where the site wants that.' },
    ACTIVE: { value: 'active', description: 'It is in use.' },
    DISABLED: { value: 'disabled', description: 'The user does not want it.' },
  } as const satisfies Record<string, { value: MethodStatus; description: string }>,
});

/** Stands on the model `AuthenticatorApp`, whose secret is read nowhere. */
const AuthenticatorApp = builder.prismaObject('AuthenticatorApp', {
  description: 'An app that shows a new code of six digits every 30 seconds.',
  fields: (t) => ({ createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When its secret was made.' }) }),
});

/** Stands on the model `Passkey`. */
export const Passkey = builder.prismaObject('Passkey', {
  description: 'A key of a device or a password manager; it signs in as second factor, or alone.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Its number for later requests.' }),
    name: t.exposeString('name', { description: 'What its user calls it.' }),
    isSynced: t.exposeBoolean('isSynced', { description: 'It is kept in several places, such as all devices of someone.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'When it last signed in; null = never.' }),
  }),
});

const state = { twoFactor: { select: { emailStatus: true } } } as const;
const confirmed = { authenticatorApps: { where: { isConfirmed: true } } } as const;
const passkeys = { passkeys: { orderBy: { id: 'asc' } } } as const;
const codes = { recoveryCodes: { where: { usedAt: null }, select: { userId: true } } } as const;

/** Stands on the model `User`. */
export const SecondFactors = builder.prismaObject('User', {
  variant: 'SecondFactors',
  description: 'What an account asks for beside its password.',
  fields: (t) => ({
    methods: t.field({
      type: [Method],
      description: 'What is in use, the surest first; empty = the password alone signs in.',
      select: { ...state, ...confirmed, ...passkeys },
      resolve: ({ twoFactor, authenticatorApps, passkeys: keys }) =>
        activeMethods({
          email: statusOf(twoFactor?.emailStatus ?? 'open'),
          hasApp: authenticatorApps.length > 0,
          hasPasskey: keys.length > 0,
          graceStartedAt: null,
        }),
    }),
    email: t.field({
      type: EmailStatus,
      description: 'Codes by e-mail.',
      select: state,
      resolve: ({ twoFactor }) => statusOf(twoFactor?.emailStatus ?? 'open'),
    }),
    authenticatorApp: t.field({
      type: AuthenticatorApp,
      nullable: true,
      description: 'The app in use; null if none exists.',
      select: confirmed,
      resolve: ({ authenticatorApps }) => authenticatorApps[0] ?? null,
    }),
    passkeys: t.field({
      type: [Passkey],
      description: 'Its passkeys, oldest first; at most 20.',
      select: passkeys,
      resolve: ({ passkeys: keys }) => keys,
    }),
    recoveryCodesLeft: t.int({
      description: 'How many recovery codes were not used yet; 0 to 10.',
      select: codes,
      resolve: ({ recoveryCodes }) => recoveryCodes.length,
    }),
  }),
});

builder.prismaObjectField('User', 'secondFactors', (t) =>
  t.field({
    type: SecondFactors,
    nullable: true,
    description: 'What the account asks for beside its password; null unless you are this user or may edit users.',
    resolve: (user, _args, { viewer }) => (mayEdit(viewer, user.id) ? user : null),
  }),
);
