import { userKeyset } from '#app/users/user.keyset.ts';
import { requireListing } from '#app/users/user.permissions.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, connectionComplexity } from '../connections/arguments.ts';
import { connect } from '../connections/connection.ts';
import { connectionType } from '../connections/types.ts';
import { UserFilter } from './user.queries.ts';
import { User } from './user.ts';

const UserConnection = connectionType('User', User, 'users');

builder.queryField('users', (t) =>
  t.field({
    type: UserConnection,
    description: 'Users in order of their shown names; for those who may list users.',
    args: { ...connectionArguments, filter: t.arg({ type: UserFilter, required: false, description: 'Which users.' }) },
    complexity: connectionComplexity,
    ...guard((_args: object, { viewer }) => requireListing(viewer)),
    resolve: (_root, { filter, ...args }, context) => {
      const { search, roles, ids, slugs } = filter ?? {};
      const query = { search: search ?? undefined, roles: roles ?? undefined, ids: ids ?? undefined, slugs: slugs ?? undefined };
      return connect(context, userKeyset(query), 'user', args);
    },
  }),
);
