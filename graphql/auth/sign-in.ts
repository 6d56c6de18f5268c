import { type SecondStep, secondStepOf } from '#app/auth/second-factor.ts';
import { ownPath, sitePath } from '#app/auth/redirect.ts';
import { authenticate } from '#app/users/authenticate.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';

const actions = {
  LOGIN: 'Nothing more: the password is enough.',
  CHALLENGE: 'The user has to prove a second factor.',
  ONBOARDING: 'The user is asked to set a second factor up, and may skip it where that is allowed.',
  EXPIRED: 'The time to set a second factor up is over; an administrator has to help.',
};

const SignInAction = builder.enumType('SignInAction', {
  description: 'What follows a right password.',
  values: Object.fromEntries(
    Object.entries(actions).map(([name, description]) => [name, { value: name.toLowerCase(), description }]),
  ) as Record<keyof typeof actions, { value: 'login' | SecondStep['action']; description: string }>,
});

const SignInStep = builder.objectRef<{ userId: number; step: SecondStep | null; redirectTo: string }>('SignInStep').implement({
  description: 'The first half of signing in: the password was right. No session has begun.',
  fields: (t) => ({
    userId: t.int({ description: 'The number of the user.', resolve: ({ userId }) => userId }),
    loginNonce: t.string({
      nullable: true,
      description: 'Proof of this half for the requests of the second one; null when none follows.',
      resolve: ({ step }) => step?.loginNonce ?? null,
    }),
    action: t.field({ type: SignInAction, description: 'What follows.', resolve: ({ step }) => step?.action ?? 'login' }),
    redirectTo: t.string({ description: 'Where to go afterwards.', resolve: ({ redirectTo }) => redirectTo }),
  }),
});

builder.mutationField('signIn', (t) =>
  t.field({
    type: SignInStep,
    args: {
      login: t.arg.string({ required: true, description: 'Login name or e-mail address.' }),
      password: t.arg.string({ required: true, description: 'The account password, not an application password.' }),
      redirectTo: t.arg.string({ required: false, description: 'Path on this site to go to afterwards.' }),
    },
    ...everybody,
    description:
      'Checks an account password and begins the second factor where one is due. `incorrect_password` when it is wrong, `too_many_attempts` after ten wrong ones within five minutes. Browsers sign in at `/sign-in`.',
    resolve: async (_root, { login, password, redirectTo: wanted }, { site, client }) => {
      const user = await authenticate(site, login, password, client);
      const redirectTo = ownPath(site, wanted) ?? sitePath(site, '/account');
      return { userId: user.id, redirectTo, step: await secondStepOf(site, user, redirectTo) };
    },
  }),
);
