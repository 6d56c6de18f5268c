import {
  type ApplicationPasswordAct,
  ownerId,
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

interface Owned {
  input?: { userId?: number | null } | null;
}

const whose = 'The number of the user; left out or null = you.';
const may = (act: ApplicationPasswordAct) =>
  guard(({ input }: Owned, { site, viewer }: Context) => requireApplicationPasswordAct(site, viewer, input?.userId, act));

const CreateInput = builder.inputType('CreateApplicationPasswordInput', {
  description: 'An application password to be created.',
  fields: (t) => ({
    userId: t.int({ required: false, description: whose }),
    name: t.string({ required: true, description: 'What to call it; not blank. Names need not differ.' }),
    appId: t.string({ required: false, description: 'UUID of the application; it never changes.' }),
  }),
});

const RenameInput = builder.inputType('RenameApplicationPasswordInput', {
  ...nulls({ passed: ['userId'] }),
  description: 'Another name for an application password.',
  fields: (t) => ({
    userId: t.int({ required: false, description: whose }),
    uuid: t.string({ required: true, description: 'Number or name of the one to change.' }),
    name: t.string({ required: false, description: 'The new name, not blank; left out = as it is.' }),
  }),
});

const RevokeInput = builder.inputType('RevokeApplicationPasswordInput', {
  description: 'The application password to take away.',
  fields: (t) => ({
    userId: t.int({ required: false, description: whose }),
    uuid: t.string({ required: true, description: 'Number or name of the one to change.' }),
  }),
});

const RevokeAllInput = builder.inputType('RevokeApplicationPasswordsInput', {
  description: 'Whose application passwords to take away.',
  fields: (t) => ({ userId: t.int({ required: false, description: whose }) }),
});

const Created = builder.objectRef<{ password: string; record: ApplicationPasswordRecord }>('CreateApplicationPasswordPayload').implement({
  description: 'A new application password with its secret.',
  fields: (t) => ({
    password: t.string({
      description: 'The secret in six groups of four. It is shown this once; the blanks may be left out.',
      resolve: ({ password }) => password,
    }),
    applicationPassword: t.field({ type: ApplicationPassword, description: 'All the rest.', resolve: ({ record }) => record }),
  }),
});

const Renamed = builder.objectRef<ApplicationPasswordRecord>('RenameApplicationPasswordPayload').implement({
  description: 'The application password after the change.',
  fields: (t) => ({
    applicationPassword: t.field({ type: ApplicationPassword, description: 'As it is now.', resolve: (record) => record }),
  }),
});

const Revoked = builder.objectRef<ApplicationPasswordRecord>('RevokeApplicationPasswordPayload').implement({
  description: 'State of an application password.',
  fields: (t) => ({
    isDeleted: t.boolean({ description: 'Always true; refusals are errors.', resolve: () => true }),
    previous: t.field({ type: ApplicationPassword, description: 'As it was.', resolve: (record) => record }),
  }),
});

const RevokedAll = builder.objectRef<{ count: number }>('RevokeApplicationPasswordsPayload').implement({
  description: "What became of a user's application passwords.",
  fields: (t) => ({
    isDeleted: t.boolean({ description: 'Always true; refusals are errors.', resolve: () => true }),
    count: t.int({ description: 'How many there were; may be 0.', resolve: ({ count }) => count }),
  }),
});

builder.mutationField('createApplicationPassword', (t) =>
  t.field({
    type: Created,
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The application password.' }) },
    ...may('create'),
    description: 'Creates an application password; for the user and those who may edit users.',
    resolve: (_root, { input }, { site, viewer }) =>
      createApplicationPassword(site, ownerId(viewer, input.userId), { name: input.name, appId: input.appId ?? undefined }),
  }),
);

builder.mutationField('renameApplicationPassword', (t) =>
  t.field({
    type: Renamed,
    args: { input: t.arg({ type: RenameInput, required: true, description: 'Which one, and the name.' }) },
    ...may('edit'),
    description: 'Gives an application password another name.',
    resolve: (_root, { input }, { site, viewer }) =>
      renameApplicationPassword(site, ownerId(viewer, input.userId), input.uuid, input.name ?? undefined),
  }),
);

builder.mutationField('revokeApplicationPassword', (t) =>
  t.field({
    type: Revoked,
    args: { input: t.arg({ type: RevokeInput, required: true, description: 'Number or name of the one to change.' }) },
    ...may('delete'),
    description: 'Takes an application password away; it stops signing in at once. It may be the one this request was signed in by.',
    resolve: (_root, { input }, { site, viewer }) => revokeApplicationPassword(site, ownerId(viewer, input.userId), input.uuid),
  }),
);

builder.mutationField('revokeApplicationPasswords', (t) =>
  t.field({
    type: RevokedAll,
    args: { input: t.arg({ type: RevokeAllInput, required: false, description: 'Whose; left out = yours.' }) },
    ...may('deleteAll'),
    description: 'Takes all application passwords of a user away.',
    resolve: async (_root, { input }, { site, viewer }) => ({
      count: await revokeApplicationPasswords(site, ownerId(viewer, input?.userId)),
    }),
  }),
);
