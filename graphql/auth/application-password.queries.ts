import { ownerId, requireApplicationPasswordAct } from '#app/auth/application-passwords.permissions.ts';
import { currentApplicationPassword, getApplicationPassword, listApplicationPasswords } from '#app/auth/application-passwords.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { ApplicationPassword } from './application-password.ts';

interface Owned {
  userId?: number | null;
}

const whose = 'The number of the user; left out = you.';

builder.queryField('applicationPasswords', (t) =>
  t.field({
    type: [ApplicationPassword],
    args: { userId: t.arg.int({ required: false, description: whose }) },
    ...guard(({ userId }: Owned, { site, viewer }) => requireApplicationPasswordAct(site, viewer, userId, 'list')),
    description: 'The application passwords of a user, oldest first; for the user and those who may edit users.',
    resolve: (_root, { userId }, { site, viewer }) => listApplicationPasswords(site, ownerId(viewer, userId)),
  }),
);

builder.queryField('applicationPassword', (t) =>
  t.field({
    type: ApplicationPassword,
    args: {
      userId: t.arg.int({ required: false, description: whose }),
      uuid: t.arg.string({ required: true, description: 'Which one.' }),
    },
    ...guard(({ userId }: Owned, { site, viewer }) => requireApplicationPasswordAct(site, viewer, userId, 'read')),
    description: 'One application password; `rest_application_password_not_found` when the user has no such one.',
    resolve: (_root, { userId, uuid }, { site, viewer }) => getApplicationPassword(site, ownerId(viewer, userId), uuid),
  }),
);

builder.queryField('currentApplicationPassword', (t) =>
  t.field({
    type: ApplicationPassword,
    args: { userId: t.arg.int({ required: false, description: `${whose} Anybody else's answers an error.` }) },
    ...guard(({ userId }: Owned, { site, viewer }) => requireApplicationPasswordAct(site, viewer, userId, 'introspect')),
    description: 'The application password that signed this request in; `rest_no_authenticated_app_password` when none did.',
    resolve: (_root, _args, { site, viewer }) => currentApplicationPassword(site, viewer),
  }),
);
