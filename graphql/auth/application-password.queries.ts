import { getOwnerId, requireApplicationPasswordAct } from '#app/domains/identity/auth/application-passwords.permissions.ts';
import {
  getCurrentApplicationPassword,
  getApplicationPassword,
  listApplicationPasswords,
} from '#app/domains/identity/auth/application-passwords.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { ApplicationPassword } from './application-password.ts';

interface OwnerArguments {
  userId?: number | null;
}

const userIdDescription = 'ID of the user; your own ID by default.';

builder.queryFields((t) => ({
  applicationPasswords: t.prismaField({
    type: [ApplicationPassword],
    args: { userId: t.arg.int({ required: false, description: userIdDescription }) },
    ...guard(({ userId }: OwnerArguments, { site, viewer }) => requireApplicationPasswordAct(site, viewer, userId, 'list')),
    description: 'The application passwords of a user, oldest first; for the user and for users who may edit users.',
    resolve: (query, _root, { userId }, { site, viewer }) => listApplicationPasswords(site, getOwnerId(viewer, userId), query),
  }),
  applicationPassword: t.prismaField({
    type: ApplicationPassword,
    args: {
      userId: t.arg.int({ required: false, description: userIdDescription }),
      uuid: t.arg.string({ required: true, description: 'UUID of the application password.' }),
    },
    ...guard(({ userId }: OwnerArguments, { site, viewer }) => requireApplicationPasswordAct(site, viewer, userId, 'read')),
    description: 'One application password; refused if the user does not have it. For the user and for users who may edit users.',
    resolve: (query, _root, { userId, uuid }, { site, viewer }) => getApplicationPassword(site, getOwnerId(viewer, userId), uuid, query),
  }),
  currentApplicationPassword: t.prismaField({
    type: ApplicationPassword,
    args: { userId: t.arg.int({ required: false, description: `${userIdDescription} The ID of another user is refused.` }) },
    ...guard(({ userId }: OwnerArguments, { site, viewer }) => requireApplicationPasswordAct(site, viewer, userId, 'introspect')),
    description: 'The application password with which this request was authenticated; other requests are refused.',
    resolve: (query, _root, _args, { site, viewer }) => getCurrentApplicationPassword(site, viewer, query),
  }),
}));
