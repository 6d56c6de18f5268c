import type { CodePurpose } from '#app/domains/two-factor/email-code.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { redirectTarget } from '#app/domains/two-factor/redirect.ts';
import {
  beginEmailSetup,
  confirmEmailCode,
  declineSecondFactor,
  resendCode,
  skipSecondFactor,
} from '#app/domains/two-factor/second-step.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { dropSession } from '../auth/session-cookie.ts';
import { completed, CompletedSignIn, secondStepContextOf, proof, redirectTo } from './completed-sign-in.ts';
import { Method } from '../auth/second-factor-method.ts';
import { provenSignIn, provenSignInSparingly } from './proof.access.ts';

const EmailSetup = builder.objectRef<{ codeHash: string; redirectTo: string }>('SecondFactorEmailSetup').implement({
  description: 'A code is on its way; it is to be given to `confirmSecondFactorCode`.',
  fields: (t) => ({
    codeHash: t.string({
      ...legacyOnly('It says nothing; the code is proved by `confirmSecondFactorCode`.'),
      description: 'Keyed hash of the code, which says nothing about it.',
      resolve: ({ codeHash }) => codeHash,
    }),
    redirectTo: t.string({ description: 'Where to go afterwards.', resolve: ({ redirectTo }) => redirectTo }),
  }),
});

const MailedCode = builder.objectRef<{ message: string }>('SecondFactorMailedCode').implement({
  description: 'A code is on its way.',
  fields: (t) => ({ message: t.string({ description: 'Message for the user.', resolve: ({ message }) => message }) }),
});

builder.mutationField('declineSecondFactor', (t) =>
  t.field({
    type: CompletedSignIn,
    description:
      'Signs in and is never asked again to set codes by e-mail up. `second_factor_required` where the role needs a second factor, `second_factor_active` where one is set up.',
    args: { ...proof, redirectTo: t.arg.string({ description: redirectTo }) },
    ...provenSignIn,
    resolve: async (_root, args, context) =>
      completed(context, args.userId, await declineSecondFactor(context.site, secondStepContextOf(context, args)), args.redirectTo),
  }),
);

builder.mutationField('skipSecondFactor', (t) =>
  t.field({
    type: CompletedSignIn,
    description:
      'Signs in and is asked again next time. `second_factor_required` where the days of grace are over, `second_factor_active` where a method is set up.',
    args: { ...proof, redirectTo: t.arg.string({ description: redirectTo }) },
    ...provenSignIn,
    resolve: async (_root, args, context) =>
      completed(context, args.userId, await skipSecondFactor(context.site, secondStepContextOf(context, args)), args.redirectTo),
  }),
);

const wording = 'Whether the mail is about setting up codes, not about signing in.';
const purposeOf = (forActivation: boolean | null | undefined): CodePurpose => (forActivation === true ? 'activation' : 'sign-in');

builder.mutationField('beginSecondFactorSetup', (t) =>
  t.field({
    type: EmailSetup,
    description:
      'Mails a code to someone who wants to sign in with codes by e-mail. `second_factor_active` where a method is set up, `second_factor_unsupported` for other methods than EMAIL, which are set up on the account page.',
    args: {
      ...proof,
      method: t.arg({ type: Method, description: 'The method to set up.' }),
      forActivation: t.arg.boolean({ description: wording }),
      redirectTo: t.arg.string({ description: redirectTo }),
    },
    ...provenSignIn,
    resolve: async (_root, { method = null, forActivation, redirectTo: wanted, ...args }, context) => {
      const target = redirectTarget(context.site, wanted);
      const request = { method, purpose: purposeOf(forActivation), redirectTo: target };
      return { codeHash: await beginEmailSetup(context.site, secondStepContextOf(context, args), request), redirectTo: target };
    },
  }),
);

builder.mutationField('confirmSecondFactorCode', (t) =>
  t.field({
    type: CompletedSignIn,
    description:
      'Signs in by the code that was mailed, which makes e-mail the second factor of the user. `second_factor_code_wrong` (a session that the request came with ends), `second_factor_wait` too soon after a wrong code, `second_factor_active` where another method is set up. Five failed proofs from one address are followed by `too_many_attempts` for ten minutes.',
    args: {
      ...proof,
      method: t.arg({ type: Method, description: 'Must be EMAIL; others are `second_factor_unsupported`.' }),
      code: t.arg.string({ required: true, description: 'The eight digits; spaces are ignored.' }),
      redirectTo: t.arg.string({ description: redirectTo }),
    },
    ...provenSignInSparingly('confirm'),
    resolve: async (_root, { method = null, code, redirectTo: wanted, ...args }, context) => {
      try {
        const session = await confirmEmailCode(context.site, secondStepContextOf(context, args), { method, code });
        return await completed(context, args.userId, session, wanted);
      } catch (error) {
        if (error instanceof Failure && error.code === 'second_factor_code_wrong') await dropSession(context);
        throw error;
      }
    },
  }),
);

builder.mutationField('resendSecondFactorCode', (t) =>
  t.field({
    type: MailedCode,
    description:
      'Mails another code, after which former ones are worthless. `second_factor_not_awaited` where no code is awaited. Five failed proofs from one address are followed by `too_many_attempts` for ten minutes.',
    args: {
      ...proof,
      method: t.arg({ type: Method, description: 'Must be EMAIL; others are `second_factor_unsupported`.' }),
      forActivation: t.arg.boolean({ description: wording }),
    },
    ...provenSignInSparingly('resend'),
    resolve: async (_root, { method = null, forActivation, ...args }, context) => {
      await resendCode(context.site, secondStepContextOf(context, args), {
        method,
        purpose: purposeOf(forActivation),
        redirectTo: redirectTarget(context.site, null),
      });
      return { message: 'A new code is on its way to your e-mail address.' };
    },
  }),
);
