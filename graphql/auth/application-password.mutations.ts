import {
  type ApplicationPasswordAct,
  getOwnerId,
  requireApplicationPasswordAct,
} from '#app/domains/identity/auth/application-passwords.permissions.ts';
import {
  type ApplicationPasswordRecord,
  createApplicationPassword,
  renameApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from '#app/domains/identity/auth/application-passwords.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { nulls } from '../public/nulls.ts';
import { ApplicationPassword } from './application-password.ts';

interface OwnerArguments {
  input?: { userId?: number | null } | null;
}

const userIdDescription = 'ID of the user; your own ID if absent or null.';
const guardAct = (act: ApplicationPasswordAct) =>
  guard(({ input }: OwnerArguments, { site, viewer }: Context) => requireApplicationPasswordAct(site, viewer, input?.userId, act));

const CreateInput = builder.inputType('CreateApplicationPasswordInput', {
  description: 'The application password to create.',
  fields: (t) => ({
    userId: t.int({ required: false, description: userIdDescription }),
    name: t.string({ required: true, description: 'Name of the password, not blank. Several passwords can have the same name.' }),
    appId: t.string({ required: false, description: 'UUID of the application, which cannot be changed later.' }),
  }),
});

const RenameInput = builder.inputType('RenameApplicationPasswordInput', {
  ...nulls({ handledByResolver: ['userId'] }),
  description: 'A new name for an application password.',
  fields: (t) => ({
    userId: t.int({ required: false, description: userIdDescription }),
    uuid: t.string({ required: true, description: 'UUID of the application password.' }),
    name: t.string({ required: false, description: 'The new name, not blank; unchanged if absent.' }),
  }),
});

const RevokeInput = builder.inputType('RevokeApplicationPasswordInput', {
  description: 'The application password to revoke.',
  fields: (t) => ({
    userId: t.int({ required: false, description: userIdDescription }),
    uuid: t.string({ required: true, description: 'UUID of the application password.' }),
  }),
});

const RevokeAllInput = builder.inputType('RevokeApplicationPasswordsInput', {
  description: 'The user whose application passwords are revoked.',
  fields: (t) => ({ userId: t.int({ required: false, description: userIdDescription }) }),
});

const CreatePayload = builder
  .objectRef<{ password: string; record: ApplicationPasswordRecord }>('CreateApplicationPasswordPayload')
  .implement({
    description: 'A new application password with its secret.',
    fields: (t) => ({
      password: t.exposeString('password', {
        description: 'The secret in six groups of four characters. It is shown only once; spaces can be omitted.',
      }),
      applicationPassword: t.expose('record', { type: ApplicationPassword, description: 'The application password, without the secret.' }),
    }),
  });

const RenamePayload = builder.objectRef<ApplicationPasswordRecord>('RenameApplicationPasswordPayload').implement({
  description: 'The application password after the change.',
  fields: (t) => ({
    applicationPassword: t.field({
      type: ApplicationPassword,
      description: 'The application password after the change.',
      resolve: (record) => record,
    }),
  }),
});

const RevokePayload = builder.objectRef<ApplicationPasswordRecord>('RevokeApplicationPasswordPayload').implement({
  description: 'The revoked application password.',
  fields: (t) => ({
    isDeleted: t.boolean({
      description: 'True once the application password is revoked; null if the mutation was refused.',
      resolve: () => true,
    }),
    previous: t.field({
      type: ApplicationPassword,
      description: 'The application password before it was revoked.',
      resolve: (record) => record,
    }),
  }),
});

const RevokeAllPayload = builder.objectRef<{ count: number }>('RevokeApplicationPasswordsPayload').implement({
  description: "Outcome of revoking a user's application passwords.",
  fields: (t) => ({
    isDeleted: t.boolean({
      description: 'True once the application passwords are revoked; null if the mutation was refused.',
      resolve: () => true,
    }),
    count: t.exposeInt('count', { description: 'Number of revoked application passwords; may be 0.' }),
  }),
});

builder.mutationFields((t) => ({
  createApplicationPassword: t.field({
    type: CreatePayload,
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The application password.' }) },
    ...guardAct('create'),
    description: 'Creates an application password; for the user and for users who may edit users.',
    resolve: (_root, { input }, { site, viewer }) =>
      createApplicationPassword(site, getOwnerId(viewer, input.userId), { name: input.name, appId: input.appId ?? undefined }),
  }),
  renameApplicationPassword: t.field({
    type: RenamePayload,
    args: { input: t.arg({ type: RenameInput, required: true, description: 'The application password and its new name.' }) },
    ...guardAct('edit'),
    description: 'Renames an application password; for the user and for users who may edit users.',
    resolve: (_root, { input }, { site, viewer }) =>
      renameApplicationPassword(site, getOwnerId(viewer, input.userId), input.uuid, input.name ?? undefined),
  }),
  revokeApplicationPassword: t.field({
    type: RevokePayload,
    args: { input: t.arg({ type: RevokeInput, required: true, description: 'The application password to revoke.' }) },
    ...guardAct('delete'),
    description:
      'Revokes an application password, which stops working at once. It may be the application password of this request. For the user and for users who may edit users.',
    resolve: (_root, { input }, { site, viewer }) => revokeApplicationPassword(site, getOwnerId(viewer, input.userId), input.uuid),
  }),
  revokeApplicationPasswords: t.field({
    type: RevokeAllPayload,
    args: {
      input: t.arg({
        type: RevokeAllInput,
        required: false,
        description: 'The user whose passwords are revoked; by default your own account.',
      }),
    },
    ...guardAct('deleteAll'),
    description: 'Revokes all application passwords of a user; for the user and for users who may edit users.',
    resolve: async (_root, { input }, { site, viewer }) => ({
      count: await revokeApplicationPasswords(site, getOwnerId(viewer, input?.userId)),
    }),
  }),
}));
