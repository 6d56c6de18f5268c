import { type SecondStep, findSecondStep } from '#app/domains/identity/auth/second-factor.ts';
import { parseOwnPath, toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { startSession } from '#app/domains/identity/auth/sessions.ts';
import { checkPassword } from '#app/domains/identity/users/authenticate.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { countSignIns } from './count-sign-ins.ts';
import { SecondFactorMethodEnum } from './second-factor-method.ts';
import { setSessionCookie, getClient } from './session-cookie.ts';

const actionDescriptions = {
  NONE: 'Nothing: the password is enough, and a session was created.',
  CHALLENGE: 'The user has to prove a second factor.',
  ONBOARDING: 'The user is asked to set up a second factor, and may skip this step if the site allows it.',
  EXPIRED: 'The time to set up a second factor has expired; an administrator has to help.',
};

const SignInAction = builder.enumType('SignInAction', {
  description: 'Next step after a correct password.',
  values: Object.fromEntries(
    Object.entries(actionDescriptions).map(([name, description]) => [name, { value: name.toLowerCase(), description }]),
  ) as Record<keyof typeof actionDescriptions, { value: 'none' | SecondStep['action']; description: string }>,
});

const SignInStep = builder.objectRef<{ userId: number; step: SecondStep | null; redirectTo: string }>('SignInStep').implement({
  description: 'Result of the password step of a sign-in. A session exists only if `action` is `NONE`.',
  fields: (t) => ({
    userId: t.exposeInt('userId', { description: 'ID of the user.' }),
    loginNonce: t.string({
      nullable: true,
      description:
        'Proof of the password step for the requests of the second-factor step, valid for 15 minutes; null if there is no such step.',
      resolve: ({ step }) => step?.loginNonce ?? null,
    }),
    action: t.field({ type: SignInAction, description: 'Next step of the sign-in.', resolve: ({ step }) => step?.action ?? 'none' }),
    methods: t.field({
      type: [SecondFactorMethodEnum],
      description: 'Methods for `CHALLENGE`, the most secure first; a recovery code can replace any of them. Empty for other actions.',
      resolve: ({ step }) => [...(step?.methods ?? [])],
    }),
    redirectTo: t.exposeString('redirectTo', { description: 'URL to open after the sign-in.' }),
  }),
});

builder.mutationField('signIn', (t) =>
  t.field({
    type: SignInStep,
    args: {
      login: t.arg.string({ required: true, description: 'Login name or email address.' }),
      password: t.arg.string({ required: true, description: 'The account password, not an application password.' }),
      redirectTo: t.arg.string({ required: false, description: 'Path on this site to open after the sign-in.' }),
      remember: t.arg.boolean({ required: false, description: 'Whether the session lasts 14 days instead of two.' }),
    },
    ...publicAccess,
    description:
      'Checks the password of an account. If no second factor is required, it starts a session, whose cookie the response sets. Error codes: `incorrect_password`, `too_many_attempts` after ten wrong passwords within five minutes.',
    resolve: async (_root, { login, password, redirectTo: requestedPath, remember }, context, info) => {
      const { site, client } = context;
      await countSignIns(context, info);
      const user = await checkPassword(site, login, password, client);
      const redirectTo = parseOwnPath(site, requestedPath) ?? toSitePath(site, '/account');
      const step = await findSecondStep(site, user, redirectTo, client.ip);
      if (!step) await setSessionCookie(context, await startSession(site, user.id, getClient(context, remember)));
      return { userId: user.id, redirectTo, step };
    },
  }),
);
