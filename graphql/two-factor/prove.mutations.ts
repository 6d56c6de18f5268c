import { proveByCode, proveByPassword } from '#app/domains/two-factor/prove-identity.ts';
import { proveSecondFactor } from '#app/domains/two-factor/second-step.ts';
import { builder } from '../builder.ts';
import {
  completeSignIn,
  CompletedSignIn,
  createSecondStepContext,
  passwordStepArguments,
  redirectToDescription,
} from './completed-sign-in.ts';
import { sessionUsers } from './factor.access.ts';
import { CodeSourceEnum } from './code-source.ts';
import { passwordStepUsersWithLimit } from './proof.access.ts';
import { SecondFactors } from './second-factors.ts';

const returnsFactors = 'Returns the second factors of your account, which you may change for 15 minutes.';

builder.mutationFields((t) => ({
  proveSecondFactor: t.field({
    type: CompletedSignIn,
    description:
      'Signs in with a code of any method of the account, or with a recovery code. Error codes: `second_factor_code_wrong`, `second_factor_wait` (too soon after a wrong code), `second_factor_not_awaited` (the account does not have the method). After 30 wrong codes in a row, the password becomes invalid.',
    args: {
      ...passwordStepArguments,
      source: t.arg({ type: CodeSourceEnum, required: true, description: 'Source of the code.' }),
      code: t.arg.string({ required: true, description: 'The code; spaces are ignored.' }),
      remember: t.arg.boolean({ description: 'Whether the session lasts 14 days (the default) instead of two.' }),
      redirectTo: t.arg.string({ description: redirectToDescription }),
    },
    ...passwordStepUsersWithLimit('prove'),
    resolve: async (_root, { source, code, remember, redirectTo: redirectUrl, ...args }, context) => {
      const session = await proveSecondFactor(context.site, createSecondStepContext(context, args, remember ?? true), { source, code });
      return await completeSignIn(context, args.userId, session, redirectUrl);
    },
  }),
  proveIdentityByPassword: t.prismaField({
    type: SecondFactors,
    description: `Proves your identity again with your password, within a session. ${returnsFactors} Error codes: \`incorrect_password\`, \`too_many_attempts\`.`,
    args: { password: t.arg.string({ required: true, description: 'The account password.' }) },
    ...sessionUsers,
    resolve: async (query, _root, { password }, { site, viewer, client }) => {
      await proveByPassword(site, viewer, password, client);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
  proveIdentityByCode: t.prismaField({
    type: SecondFactors,
    description: `Proves your identity again with a code, within a session. ${returnsFactors} The error codes are those of \`proveSecondFactor\`.`,
    args: {
      source: t.arg({ type: CodeSourceEnum, required: true, description: 'Source of the code.' }),
      code: t.arg.string({ required: true, description: 'The code; spaces are ignored.' }),
    },
    ...sessionUsers,
    resolve: async (query, _root, submitted, { site, viewer }) => {
      await proveByCode(site, viewer, submitted);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
}));
