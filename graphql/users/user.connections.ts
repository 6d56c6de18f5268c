import { userList } from '#app/domains/identity/users/user.list.ts';
import { requireMayListUsers } from '#app/domains/identity/users/user.permissions.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, connectionComplexity } from '../connections/arguments.ts';
import { connect } from '../connections/connection.ts';
import { connectionType } from '../connections/types.ts';
import { userQueryOf, UserFilter, listingOptionsOf } from './user.filter.ts';
import { User } from './user.ts';

const UserConnection = connectionType('User', User, 'users');

builder.queryField('users', (t) =>
  t.field({
    type: UserConnection,
    description: 'Users, sorted by display name. Users who may list users get all users; others get the users who have published content.',
    args: { ...connectionArguments, filter: t.arg({ type: UserFilter, required: false, description: 'Conditions for users.' }) },
    complexity: connectionComplexity,
    ...guard((args: Parameters<typeof listingOptionsOf>[0], { viewer }) => requireMayListUsers(viewer, listingOptionsOf(args))),
    resolve: (_root, { filter, ...args }, context) =>
      connect(context, userList.createKeyset(userQueryOf(filter, context.viewer)), 'user', args),
  }),
);
