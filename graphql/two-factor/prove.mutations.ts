import { proveByCode, proveByPassword } from '#app/domains/two-factor/prove-again.ts';
import { proveSecondFactor } from '#app/domains/two-factor/second-step.ts';
import { builder } from '../builder.ts';
import { completed, CompletedSignIn, secondStepContextOf, proof, redirectTo } from './completed-sign-in.ts';
import { inSession } from './factor.access.ts';
import { Source } from './code-source.ts';
import { provenSignInSparingly } from './proof.access.ts';
import { SecondFactors } from './second-factors.ts';

builder.mutationField('proveSecondFactor', (t) =>
  t.field({
    type: CompletedSignIn,
    description:
      'Signs in by a code of any method that the account has, or a recovery code. `second_factor_code_wrong`, `second_factor_wait` too soon after a wrong one, `second_factor_not_awaited` for a method that the account does not have. The thirtieth wrong code in a row takes the password away.',
    args: {
      ...proof,
      source: t.arg({ type: Source, required: true, description: 'Source of the code.' }),
      code: t.arg.string({ required: true, description: 'The code; spaces are ignored.' }),
      remember: t.arg.boolean({ description: 'Whether the session lasts 14 days (the default) instead of two.' }),
      redirectTo: t.arg.string({ description: redirectTo }),
    },
    ...provenSignInSparingly('prove'),
    resolve: async (_root, { source, code, remember, redirectTo: wanted, ...args }, context) => {
      const session = await proveSecondFactor(context.site, secondStepContextOf(context, args, remember ?? true), { source, code });
      return await completed(context, args.userId, session, wanted);
    },
  }),
);

const afterwards = 'What your account has. For 15 minutes you may change it.';

builder.mutationField('proveIdentityByPassword', (t) =>
  t.prismaField({
    type: SecondFactors,
    description: `Proves once more, within a session, that it is you. ${afterwards} \`incorrect_password\`, \`too_many_attempts\`.`,
    args: { password: t.arg.string({ required: true, description: 'The account password.' }) },
    ...inSession,
    resolve: async (query, _root, { password }, { site, viewer, client }) => {
      await proveByPassword(site, viewer, password, client);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
);

builder.mutationField('proveIdentityByCode', (t) =>
  t.prismaField({
    type: SecondFactors,
    description: `The same by a code. ${afterwards} Refused as \`proveSecondFactor\` is.`,
    args: {
      source: t.arg({ type: Source, required: true, description: 'Source of the code.' }),
      code: t.arg.string({ required: true, description: 'The code; spaces are ignored.' }),
    },
    ...inSession,
    resolve: async (query, _root, given, { site, viewer }) => {
      await proveByCode(site, viewer, given);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
);
