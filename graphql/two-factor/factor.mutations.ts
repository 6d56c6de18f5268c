import { beginApp, confirmApp, removeApp, type AppSetup } from '#app/domains/two-factor/authenticator-app/authenticator-app.service.ts';
import { beginEmailFactor, confirmEmailFactor, removeEmailFactor } from '#app/domains/two-factor/email-factor.service.ts';
import { replaceRecoveryCodes } from '#app/domains/two-factor/recovery-codes/recovery-code.service.ts';
import { getRedirectTarget } from '#app/domains/two-factor/redirect.ts';
import { resetSecondFactors } from '#app/domains/two-factor/reset.ts';
import { createQrSvg } from '#app/core/images/qr-code.ts';
import { builder } from '../builder.ts';
import { editorsOfOthers, sessionUsers } from './factor.access.ts';
import { SecondFactors } from './second-factors.ts';
import { payload } from '../public/payload.ts';

const needsProof = 'Error code `proof_needed`: your last sign-in or identity check was more than 15 minutes ago.';

const Setup = builder.objectRef<AppSetup>('AuthenticatorAppSetup').implement({
  description: 'Data for an authenticator app. The data is returned only once and is valid for an hour.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'Secret to enter into the app, in Base32.' }),
    address: t.exposeString('url', {
      description: 'URI that opens an authenticator app on this device: `otpauth://…`.',
    }),
    qrCode: t.string({ description: 'The URI as a QR code: an SVG document.', resolve: ({ url }) => createQrSvg(url) }),
  }),
});

builder.mutationFields((t) => ({
  beginAuthenticatorApp: t.field({
    type: Setup,
    description: `Creates the secret of a new authenticator app; \`confirmAuthenticatorApp\` activates the app. ${needsProof}`,
    ...sessionUsers,
    resolve: (_root, _args, { site, viewer }) => beginApp(site, viewer),
  }),
  confirmAuthenticatorApp: t.prismaField({
    type: SecondFactors,
    description: `Activates the new authenticator app, which replaces a previous one. Error codes: \`second_factor_setup_code_wrong\`, \`second_factor_setup_over\` after an hour. ${needsProof}`,
    args: { code: t.arg.string({ required: true, description: 'The six digits that the app shows; spaces are ignored.' }) },
    ...sessionUsers,
    resolve: async (query, _root, { code }, { site, viewer }) => {
      await confirmApp(site, viewer, code);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
  removeAuthenticatorApp: t.prismaField({
    type: SecondFactors,
    description: `Removes the authenticator app. Error code \`second_factor_required\`: your role requires it. ${needsProof}`,
    ...sessionUsers,
    resolve: async (query, _root, _args, { site, viewer }) => {
      await removeApp(site, viewer);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
  beginEmailFactor: t.boolean({
    ...payload('isSent', 'True once the code is sent.'),
    description: `Mails a code with which \`confirmEmailFactor\` activates codes by email; always returns true. Error code \`second_factor_not_offered\`: the site asks for no second factor. ${needsProof}`,
    ...sessionUsers,
    resolve: async (_root, _args, { site, viewer }) => {
      await beginEmailFactor(site, viewer, getRedirectTarget(site, null));
      return true;
    },
  }),
  confirmEmailFactor: t.prismaField({
    type: SecondFactors,
    description: `Activates codes by email. Error codes: \`second_factor_code_wrong\`, \`second_factor_wait\`. ${needsProof}`,
    args: { code: t.arg.string({ required: true, description: 'The eight digits of the mail; spaces are ignored.' }) },
    ...sessionUsers,
    resolve: async (query, _root, { code }, { site, viewer }) => {
      await confirmEmailFactor(site, viewer, code);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
  removeEmailFactor: t.prismaField({
    type: SecondFactors,
    description: `Deactivates codes by email. Error code \`second_factor_required\`: your role requires them. ${needsProof}`,
    ...sessionUsers,
    resolve: async (query, _root, _args, { site, viewer }) => {
      await removeEmailFactor(site, viewer);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
  createRecoveryCodes: t.stringList({
    ...payload('codes', 'The ten new recovery codes.'),
    description: `Creates ten new recovery codes, which are returned only once; previous codes become invalid. Error code \`second_factor_not_set_up\`: there is no second factor that the codes could replace. ${needsProof}`,
    ...sessionUsers,
    resolve: (_root, _args, { site, viewer }) => replaceRecoveryCodes(site, viewer),
  }),
  resetSecondFactors: t.prismaField({
    type: SecondFactors,
    description:
      'Removes all second factors and sessions of a user who has lost them, and notifies the user by mail; for users who may edit users. The next sign-in asks for a new setup, even after the grace period.',
    args: { userId: t.arg.int({ required: true, description: 'ID of the user; not your own.' }) },
    ...editorsOfOthers,
    resolve: async (query, _root, { userId }, { site }) => {
      await resetSecondFactors(site, userId);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: userId } });
    },
  }),
}));
