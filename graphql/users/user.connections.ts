import { userList } from '#app/domains/identity/users/user.list.ts';
import { requireMayListUsers } from '#app/domains/identity/users/user.permissions.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createListConnection } from '../connections/connection.ts';
import { createConnectionType } from '../connections/types.ts';
import { toUserQuery, UserFilter, toListingOptions } from './user.filter.ts';
import { User } from './user.ts';

const UserConnection = createConnectionType('User', User, 'users');

builder.queryField('users', (t) =>
  t.field({
    type: UserConnection,
    description: 'Users, sorted by display name. Users who may list users get all users; others get the users who have published content.',
    args: { ...connectionArguments, filter: t.arg({ type: UserFilter, required: false, description: 'Conditions for users.' }) },
    complexity: computeConnectionComplexity,
    ...guard((args: Parameters<typeof toListingOptions>[0], { viewer }) => requireMayListUsers(viewer, toListingOptions(args))),
    resolve: (_root, { filter, ...args }, context) =>
      createListConnection(context, userList.createKeyset(toUserQuery(filter, context.viewer)), 'user', args),
  }),
);
