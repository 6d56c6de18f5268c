import type { CodePurpose } from '#app/domains/two-factor/email-code.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { getRedirectTarget } from '#app/domains/two-factor/redirect.ts';
import {
  beginEmailSetup,
  confirmEmailCode,
  declineSecondFactor,
  resendCode,
  skipSecondFactor,
} from '#app/domains/two-factor/second-step.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { endCurrentSession } from '../auth/session-cookie.ts';
import {
  completeSignIn,
  CompletedSignIn,
  createSecondStepContext,
  passwordStepArguments,
  redirectToDescription,
} from './completed-sign-in.ts';
import { SecondFactorMethodEnum } from '../auth/second-factor-method.ts';
import { passwordStepUsers, passwordStepUsersWithLimit } from './proof.access.ts';

const EmailSetup = builder.objectRef<{ codeHash: string; redirectTo: string }>('SecondFactorEmailSetup').implement({
  description: 'Result of mailing a code, which `confirmSecondFactorCode` accepts.',
  fields: (t) => ({
    codeHash: t.exposeString('codeHash', {
      ...legacyOnly('The hash has no use; `confirmSecondFactorCode` checks the code.'),
      description: 'Keyed hash of the code, which does not reveal the code.',
    }),
    redirectTo: t.exposeString('redirectTo', { description: 'URL to open afterwards.' }),
  }),
});

const MailedCode = builder.objectRef<{ message: string }>('SecondFactorMailedCode').implement({
  description: 'Result of mailing another code.',
  fields: (t) => ({ message: t.exposeString('message', { description: 'Message for the user.' }) }),
});

const forActivationDescription = 'Whether the text of the mail is about setting up codes by email, instead of signing in.';
const toCodePurpose = (forActivation: boolean | null | undefined): CodePurpose => (forActivation === true ? 'activation' : 'sign-in');

builder.mutationFields((t) => ({
  declineSecondFactor: t.field({
    type: CompletedSignIn,
    description:
      'Signs in, and stops asking the user to set up codes by email. Error codes: `second_factor_required` if the role requires a second factor, `second_factor_active` if one is set up.',
    args: { ...passwordStepArguments, redirectTo: t.arg.string({ description: redirectToDescription }) },
    ...passwordStepUsers,
    resolve: async (_root, args, context) =>
      completeSignIn(
        context,
        args.userId,
        await declineSecondFactor(context.site, createSecondStepContext(context, args)),
        args.redirectTo,
      ),
  }),
  skipSecondFactor: t.field({
    type: CompletedSignIn,
    description:
      'Signs in without a second factor. The next sign-in asks the user again. Error codes: `second_factor_required` (the grace period has ended), `second_factor_active` (a method is set up).',
    args: { ...passwordStepArguments, redirectTo: t.arg.string({ description: redirectToDescription }) },
    ...passwordStepUsers,
    resolve: async (_root, args, context) =>
      completeSignIn(context, args.userId, await skipSecondFactor(context.site, createSecondStepContext(context, args)), args.redirectTo),
  }),
  beginSecondFactorSetup: t.field({
    type: EmailSetup,
    description:
      'Mails a code to a user who wants to set up codes by email during the sign-in. Error codes: `second_factor_active` if a method is set up, `second_factor_unsupported` for methods other than `EMAIL`, which are set up on the account page.',
    args: {
      ...passwordStepArguments,
      method: t.arg({ type: SecondFactorMethodEnum, description: 'The method to set up.' }),
      forActivation: t.arg.boolean({ description: forActivationDescription }),
      redirectTo: t.arg.string({ description: redirectToDescription }),
    },
    ...passwordStepUsers,
    resolve: async (_root, { method = null, forActivation, redirectTo: redirectUrl, ...args }, context) => {
      const target = getRedirectTarget(context.site, redirectUrl);
      const request = { method, purpose: toCodePurpose(forActivation), redirectTo: target };
      return { codeHash: await beginEmailSetup(context.site, createSecondStepContext(context, args), request), redirectTo: target };
    },
  }),
  confirmSecondFactorCode: t.field({
    type: CompletedSignIn,
    description:
      'Signs in with the code that was mailed, and makes email the second factor of the user. Error codes: `second_factor_code_wrong` (which also ends the session of the request), `second_factor_wait` (too soon after a wrong code), `second_factor_active` (another method is set up). After five failed proofs from one IP address, `too_many_attempts` for ten minutes.',
    args: {
      ...passwordStepArguments,
      method: t.arg({
        type: SecondFactorMethodEnum,
        description: 'Must be `EMAIL`; the error code for other methods is `second_factor_unsupported`.',
      }),
      code: t.arg.string({ required: true, description: 'The eight digits; spaces are ignored.' }),
      redirectTo: t.arg.string({ description: redirectToDescription }),
    },
    ...passwordStepUsersWithLimit('confirm'),
    resolve: async (_root, { method = null, code, redirectTo: redirectUrl, ...args }, context) => {
      try {
        const session = await confirmEmailCode(context.site, createSecondStepContext(context, args), { method, code });
        return await completeSignIn(context, args.userId, session, redirectUrl);
      } catch (error) {
        if (error instanceof Failure && error.code === 'second_factor_code_wrong') await endCurrentSession(context);
        throw error;
      }
    },
  }),
  resendSecondFactorCode: t.field({
    type: MailedCode,
    description:
      'Mails another code; previous codes become invalid. Error code `second_factor_not_awaited`: no code is expected. After five failed proofs from one IP address, `too_many_attempts` for ten minutes.',
    args: {
      ...passwordStepArguments,
      method: t.arg({
        type: SecondFactorMethodEnum,
        description: 'Must be `EMAIL`; the error code for other methods is `second_factor_unsupported`.',
      }),
      forActivation: t.arg.boolean({ description: forActivationDescription }),
    },
    ...passwordStepUsersWithLimit('resend'),
    resolve: async (_root, { method = null, forActivation, ...args }, context) => {
      await resendCode(context.site, createSecondStepContext(context, args), {
        method,
        purpose: toCodePurpose(forActivation),
        redirectTo: getRedirectTarget(context.site, null),
      });
      return { message: 'A new code was sent to your email address.' };
    },
  }),
}));
