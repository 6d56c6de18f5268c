import { Failure } from '#app/core/failures/failure.ts';
import { checkOwnRole, requireMayDelete, requireMayEdit } from '#app/domains/identity/users/user.permissions.ts';
import { toSingleRole } from '#app/domains/identity/users/user.rules.ts';
import { deleteUser, updateUser } from '#app/domains/identity/users/user.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { Role } from '../users/role.ts';
import { User } from '../users/user.ts';
import { DeleteUserPayload, reassignDescription } from '../users/user.mutations.ts';
import { nulls } from '../public/nulls.ts';

const ViewerChanges = builder.inputType('ViewerChanges', {
  ...nulls({ clearedBy: { firstName: '', lastName: '', url: '', description: '' } }),
  description: 'The fields of your own account to change.',
  fields: (t) => ({
    email: t.string({ description: 'Email address of the user. No other user may have the same address.' }),
    login: t.string({
      ...legacyOnly('A login name never changes; leave it out.'),
      description: 'The current login name, which old clients send. A different name is refused.',
    }),
    roles: t.field({
      ...legacyOnly('Nobody can change their own role; `updateUser` changes the role of others.'),
      type: [Role],
      description: 'List with one role. Only users who may assign roles can send it.',
    }),
    password: t.string({ description: 'New password of at least 8 characters; ends your other sessions.' }),
    slug: t.string({ description: 'Slug of your author page, which its URL contains.' }),
    displayName: t.string({ description: 'Display name of the user.' }),
    firstName: t.string({ description: 'First name of the user.' }),
    lastName: t.string({ description: 'Last name of the user.' }),
    nickname: t.string({ description: 'Nickname of the user.' }),
    url: t.string({ description: 'HTTP or HTTPS URL of your website; may be empty.' }),
    description: t.string({ description: 'Your biography: HTML with links and simple formatting.' }),
    locale: t.string({ description: 'Your locale: language and country, such as `en_US`.' }),
  }),
});

builder.mutationFields((t) => ({
  updateViewer: t.field({
    type: User,
    description: 'Changes your own account; for signed-in users.',
    args: { changes: t.arg({ type: ViewerChanges, required: true, description: 'The fields to change.' }) },
    ...guard(({ changes }: { changes?: typeof ViewerChanges.$inferInput }, { viewer }) => {
      if (!viewer.signedIn) throw new Failure('not_signed_in', 401, 'You are not signed in.');
      requireMayEdit(viewer, viewer.id, (changes?.roles?.length ?? 0) > 0);
    }),
    resolve: async (_root, { changes: { roles, ...changes } }, { site, viewer, load }) => {
      const changedFields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null && value !== undefined));
      checkOwnRole(viewer, viewer.id, roles);
      const role = roles && roles.length > 0 ? { role: toSingleRole(roles) } : {};
      const user = await updateUser(site, viewer.id, { ...changedFields, ...role }, { keepSession: viewer.sessionToken });
      load.user.clear(viewer.id).prime(viewer.id, user);
      return user;
    },
  }),
  deleteViewer: t.field({
    type: DeleteUserPayload,
    description:
      'Deletes your own account with its sessions and application passwords; for administrators. The last administrator cannot be deleted.',
    args: { reassignTo: t.arg.int({ description: reassignDescription }) },
    ...guard((_args: object, { viewer }) => {
      if (!viewer.signedIn) throw new Failure('not_signed_in', 401, 'You are not signed in.');
      requireMayDelete(viewer);
    }),
    resolve: async (_root, { reassignTo }, { site, viewer, load }) => {
      const previous = await deleteUser(site, viewer.id, reassignTo ?? null);
      load.user.clear(viewer.id);
      return { previous };
    },
  }),
}));
