import { Failure } from '#app/core/failure.ts';
import { requireListing, requireSight } from '#app/users/user.permissions.ts';
import { listUsers } from '#app/users/user.list.ts';
import { unknownUser } from '#app/users/user.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { pageArguments, pageComplexity, pageOf } from '../connections/page.ts';
import { pageType } from '../connections/types.ts';
import { Role } from './role.ts';
import { User } from './user.ts';

builder.queryField('viewer', (t) =>
  t.field({
    type: User,
    ...guard((_args: object, { viewer }) => {
      if (!viewer.signedIn) throw new Failure('rest_not_logged_in', 401, 'You are not signed in.');
    }),
    description: 'The user who is asking; `rest_not_logged_in` for visitors.',
    resolve: async (_root, _args, { load, viewer }) => (await load.user.load(viewer.id)) ?? Promise.reject(unknownUser()),
  }),
);

builder.queryField('user', (t) =>
  t.field({
    type: User,
    args: {
      id: t.arg.int({ required: true, description: 'The number of the user.' }),
      forEdit: t.arg.boolean({ required: false, description: 'True asks for the private fields too and fails where they would be null.' }),
    },
    ...guard(async ({ id, forEdit }: { id: number; forEdit?: boolean | null }, { load, viewer }) => {
      const user = await load.user.load(id);
      if (!user) throw unknownUser();
      requireSight(viewer, user, forEdit === true);
    }),
    description:
      'One user. Visitors see users who have published something; others answer `rest_user_cannot_view`, unknown ones `rest_user_invalid_id`.',
    resolve: async (_root, { id }, { load }) => (await load.user.load(id)) ?? Promise.reject(unknownUser()),
  }),
);

const UserPage = pageType('User', User, 'users');

export const UserFilter = builder.inputType('UserFilter', {
  description: 'Which users; what is left out does not narrow.',
  fields: (t) => ({
    search: t.string({ required: false, description: 'Part of login name, e-mail address, shown name or slug.' }),
    roles: t.field({ type: [Role], required: false, description: 'Any of these roles.' }),
    ids: t.intList({ required: false, description: 'Any of these.' }),
    slugs: t.stringList({ required: false, description: 'Any of these.' }),
  }),
});

builder.queryField('userPage', (t) =>
  t.field({
    type: UserPage,
    args: {
      ...pageArguments,
      filter: t.arg({ type: UserFilter, required: false, description: 'Which users.' }),
    },
    ...guard((_args: object, { viewer }) => requireListing(viewer)),
    description: 'Users in order of their shown names; for those who may list users.',
    complexity: pageComplexity,
    resolve: (_root, { page, perPage, filter }, { site }) =>
      listUsers(site, {
        ...pageOf({ page, perPage }),
        search: filter?.search ?? undefined,
        roles: filter?.roles ?? undefined,
        ids: filter?.ids ?? undefined,
        slugs: filter?.slugs ?? undefined,
      }),
  }),
);
