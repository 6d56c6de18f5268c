import { removePasskey, renamePasskey } from '#app/domains/two-factor/passkeys/passkey.service.ts';
import {
  beginPasskeyProof,
  beginPasskeySignIn,
  beginProofByPasskey,
  proveByPasskey,
  provePasskey,
  signInByPasskey,
} from '#app/domains/two-factor/passkeys/passkey-sign-in.ts';
import { addPasskey, beginRegistration } from '#app/domains/two-factor/passkeys/registration.ts';
import { publicAccess } from '../access.ts';
import { getClient } from '../auth/session-cookie.ts';
import { builder } from '../builder.ts';
import {
  completeSignIn,
  CompletedSignIn,
  createSecondStepContext,
  passwordStepArguments,
  redirectToDescription,
} from './completed-sign-in.ts';
import { sessionUsers } from './factor.access.ts';
import { passwordStepUsers } from './proof.access.ts';
import { Passkey, SecondFactors } from './second-factors.ts';
import { payload } from '../public/payload.ts';

const needsProof = 'Error code `proof_needed`: your last sign-in or identity check was more than 15 minutes ago.';
const returnsOptions =
  'Returns the options for `PublicKeyCredential.parseRequestOptionsFromJSON`, which are valid for five minutes and one use.';
const responseDescription = 'Response of the browser: `credential.toJSON()`.';
const rememberDescription = 'Whether the session lasts 14 days instead of two.';

builder.mutationFields((t) => ({
  beginPasskeyRegistration: t.field({
    ...payload('options', 'Options for `PublicKeyCredential.parseCreationOptionsFromJSON`.'),
    type: 'JSON',
    description: `Starts to add a passkey to your account. Returns the options for \`PublicKeyCredential.parseCreationOptionsFromJSON\`, which are valid for five minutes and one use. Error code \`passkeys_not_available\`: the site does not use HTTPS. ${needsProof}`,
    ...sessionUsers,
    resolve: (_root, _args, { site, viewer }) => beginRegistration(site, viewer),
  }),
  finishPasskeyRegistration: t.field({
    type: Passkey,
    description: `Adds the passkey to your account. Error codes: \`passkey_refused\` for a wrong or late response, \`too_many_passkeys\` if the account already has 20 passkeys. ${needsProof}`,
    args: {
      name: t.arg.string({ required: true, description: 'Name of the passkey; longer names are cut to 100 characters.' }),
      response: t.arg({ type: 'JSON', required: true, description: responseDescription }),
    },
    ...sessionUsers,
    resolve: (_root, registration, { site, viewer }) => addPasskey(site, viewer, registration),
  }),
  renamePasskey: t.field({
    type: Passkey,
    description: `Renames one of your passkeys. Error code \`passkey_not_found\`. ${needsProof}`,
    args: {
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      name: t.arg.string({ required: true, description: 'The new name; longer names are cut to 100 characters.' }),
    },
    ...sessionUsers,
    resolve: (_root, { id, name }, { site, viewer }) => renamePasskey(site, viewer, id, name),
  }),
  removePasskey: t.prismaField({
    type: SecondFactors,
    description: `Removes one of your passkeys. Error codes: \`passkey_not_found\`, \`second_factor_required\` if your role requires it. ${needsProof}`,
    args: { id: t.arg.int({ required: true, description: 'ID in the database.' }) },
    ...sessionUsers,
    resolve: async (query, _root, { id }, { site, viewer }) => {
      await removePasskey(site, viewer, id);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
  beginPasskeySignIn: t.field({
    ...payload('options', 'Options for `PublicKeyCredential.parseRequestOptionsFromJSON`.'),
    type: 'JSON',
    description: `Starts a sign-in with a passkey and without a password. ${returnsOptions} Error code \`passkeys_not_available\`: the site does not use HTTPS.`,
    ...publicAccess,
    resolve: (_root, _args, { site }) => beginPasskeySignIn(site),
  }),
  finishPasskeySignIn: t.field({
    type: CompletedSignIn,
    description: 'Signs in the owner of the passkey, without a password. Error code `passkey_refused`: the response is wrong or too late.',
    args: {
      response: t.arg({ type: 'JSON', required: true, description: responseDescription }),
      remember: t.arg.boolean({ description: rememberDescription }),
      redirectTo: t.arg.string({ description: redirectToDescription }),
    },
    ...publicAccess,
    resolve: async (_root, { response, remember, redirectTo: redirectUrl }, context) => {
      const { userId, session } = await signInByPasskey(context.site, response, getClient(context, remember));
      return await completeSignIn(context, userId, session, redirectUrl);
    },
  }),
  beginPasskeyProof: t.field({
    ...payload('options', 'Options for `PublicKeyCredential.parseRequestOptionsFromJSON`.'),
    type: 'JSON',
    description: `Starts to prove the second factor with a passkey. ${returnsOptions}`,
    args: passwordStepArguments,
    ...passwordStepUsers,
    resolve: (_root, context, { site }) => beginPasskeyProof(site, context),
  }),
  finishPasskeyProof: t.field({
    type: CompletedSignIn,
    description:
      'Signs in with a passkey as the second factor, after the password. Error code `passkey_refused`: the response is wrong or too late.',
    args: {
      ...passwordStepArguments,
      response: t.arg({ type: 'JSON', required: true, description: responseDescription }),
      remember: t.arg.boolean({ description: rememberDescription }),
      redirectTo: t.arg.string({ description: redirectToDescription }),
    },
    ...passwordStepUsers,
    resolve: async (_root, { response, remember, redirectTo: redirectUrl, ...args }, context) => {
      const session = await provePasskey(context.site, createSecondStepContext(context, args, remember ?? false), response);
      return await completeSignIn(context, args.userId, session, redirectUrl);
    },
  }),
  beginIdentityProofByPasskey: t.field({
    ...payload('options', 'Options for `PublicKeyCredential.parseRequestOptionsFromJSON`.'),
    type: 'JSON',
    description: `Starts to prove your identity again with a passkey, within a session. ${returnsOptions}`,
    ...sessionUsers,
    resolve: (_root, _args, { site, viewer }) => beginProofByPasskey(site, viewer),
  }),
  proveIdentityByPasskey: t.prismaField({
    type: SecondFactors,
    description:
      'Proves your identity again with a passkey, within a session, and returns the second factors of your account. You may change them for 15 minutes. Error code `passkey_refused`.',
    args: { response: t.arg({ type: 'JSON', required: true, description: responseDescription }) },
    ...sessionUsers,
    resolve: async (query, _root, { response }, { site, viewer }) => {
      await proveByPasskey(site, viewer, response);
      return await site.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: viewer.id } });
    },
  }),
}));
