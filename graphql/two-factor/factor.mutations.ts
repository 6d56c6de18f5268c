import { beginApp, confirmApp, removeApp, type AppSetup } from '#app/domains/two-factor/authenticator-app/authenticator-app.service.ts';
import { beginEmailFactor, confirmEmailFactor, removeEmailFactor } from '#app/domains/two-factor/email-factor.service.ts';
import { replaceRecoveryCodes } from '#app/domains/two-factor/recovery-codes/recovery-code.service.ts';
import { redirectTarget } from '#app/domains/two-factor/redirect.ts';
import { resetSecondFactors } from '#app/domains/two-factor/reset.ts';
import { qrSvg } from '#app/core/images/qr-picture.ts';
import { builder } from '../builder.ts';
import { helpingOthers, inSession } from './factor.access.ts';
import { SecondFactors } from './second-factors.ts';
import { payload } from '../public/payload.ts';

const fresh = '`proof_needed` when you signed in, or proved it is you, more than 15 minutes ago.';

const Setup = builder.objectRef<AppSetup>('AuthenticatorAppSetup').implement({
  description: 'Data for an authenticator app; returned only once, valid for an hour.',
  fields: (t) => ({
    secret: t.string({ description: 'Secret to type in, in base32.', resolve: ({ secret }) => secret }),
    address: t.string({ description: 'Address for an app on this device: `otpauth://…`.', resolve: ({ address }) => address }),
    qrCode: t.string({ description: 'The address as a QR code: an SVG document.', resolve: ({ address }) => qrSvg(address) }),
  }),
});

builder.mutationField('beginAuthenticatorApp', (t) =>
  t.field({
    type: Setup,
    description: `Makes the secret of a new authenticator app; \`confirmAuthenticatorApp\` puts it into use. ${fresh}`,
    ...inSession,
    resolve: (_root, _args, { site, viewer }) => beginApp(site, viewer),
  }),
);

builder.mutationField('confirmAuthenticatorApp', (t) =>
  t.prismaField({
    type: SecondFactors,
    description: `Puts the new app into use, in place of a former one. \`second_factor_setup_code_wrong\`, \`second_factor_setup_over\` after an hour. ${fresh}`,
    args: { code: t.arg.string({ required: true, description: 'The six digits that the app shows; spaces are ignored.' }) },
    ...inSession,
    resolve: async (query, _root, { code }, { site, viewer }) => {
      await confirmApp(site, viewer, code);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
);

builder.mutationField('removeAuthenticatorApp', (t) =>
  t.prismaField({
    type: SecondFactors,
    description: `Removes the authenticator app. \`second_factor_required\` if your role requires it. ${fresh}`,
    ...inSession,
    resolve: async (query, _root, _args, { site, viewer }) => {
      await removeApp(site, viewer);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
);

builder.mutationField('beginEmailFactor', (t) =>
  t.boolean({
    ...payload('isSent'),
    description: `Mails a code by which \`confirmEmailFactor\` puts codes by e-mail into use; always true. \`second_factor_not_offered\` where the site asks for none. ${fresh}`,
    ...inSession,
    resolve: async (_root, _args, { site, viewer }) => {
      await beginEmailFactor(site, viewer, redirectTarget(site, null));
      return true;
    },
  }),
);

builder.mutationField('confirmEmailFactor', (t) =>
  t.prismaField({
    type: SecondFactors,
    description: `Puts codes by e-mail into use. \`second_factor_code_wrong\`, \`second_factor_wait\`. ${fresh}`,
    args: { code: t.arg.string({ required: true, description: 'The eight digits of the mail; spaces are ignored.' }) },
    ...inSession,
    resolve: async (query, _root, { code }, { site, viewer }) => {
      await confirmEmailFactor(site, viewer, code);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
);

builder.mutationField('removeEmailFactor', (t) =>
  t.prismaField({
    type: SecondFactors,
    description: `Deactivates codes by email. \`second_factor_required\` if your role requires them. ${fresh}`,
    ...inSession,
    resolve: async (query, _root, _args, { site, viewer }) => {
      await removeEmailFactor(site, viewer);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
);

builder.mutationField('createRecoveryCodes', (t) =>
  t.stringList({
    ...payload('codes'),
    description: `Ten new recovery codes, shown this once; former ones no longer work. \`second_factor_not_set_up\` where there is nothing they stand in for. ${fresh}`,
    ...inSession,
    resolve: (_root, _args, { site, viewer }) => replaceRecoveryCodes(site, viewer),
  }),
);

builder.mutationField('resetSecondFactors', (t) =>
  t.prismaField({
    type: SecondFactors,
    description:
      'Removes all second factors and sessions of a user who has lost them, and notifies the user by mail; for users who may edit users. The next sign-in asks for a new setup, even after the grace period.',
    args: { userId: t.arg.int({ required: true, description: 'The number of the user; not your own.' }) },
    ...helpingOthers,
    resolve: async (query, _root, { userId }, { site }) => {
      await resetSecondFactors(site, userId);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: userId } });
    },
  }),
);
