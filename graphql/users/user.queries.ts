import { Failure } from '#app/core/failures/failure.ts';
import { requireMayListUsers, requireMaySeeUser } from '#app/domains/identity/users/user.permissions.ts';
import { userList } from '#app/domains/identity/users/user.list.ts';
import { userNotFound } from '#app/domains/identity/users/user.service.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons, legacy } from '../compatibility.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import { SortOrder } from '../connections/sort-order.ts';
import { toUserQuery, UserFilter, UserOrder, toListingOptions } from './user.filter.ts';
import { User } from './user.ts';
import { type LookupKey, lookupArgument } from '../public/lookup.ts';
import { findUserBySlug } from '#app/domains/identity/users/user.record.ts';

/** Looks a user up by slug. */
const slugKey: LookupKey = {
  description: 'Name of the user in URLs.',
  find: async (slug, { site, load }) => {
    const user = await findUserBySlug(site, slug);
    if (user) load.user.prime(user.id, user);
    return user?.id ?? null;
  },
};

const UserPage = createPageType('User', User, 'users');

builder.queryFields((t) => ({
  viewer: t.field({
    type: User,
    nullable: true,
    ...publicAccess,
    description: 'The user of this request; null for visitors.',
    resolve: async (_root, _args, { load, viewer }) => (viewer.signedIn ? await load.user.load(viewer.id) : null),
  }),
  signedInUser: t.field({
    type: User,
    ...legacy({ use: 'viewer' }),
    ...publicAccess,
    description: 'Same as `viewer`, but fails for visitors with the error code `not_signed_in`.',
    resolve: async (_root, _args, { load, viewer }) => {
      if (!viewer.signedIn) throw new Failure('not_signed_in', 401, 'You are not signed in.');
      return (await load.user.load(viewer.id)) ?? Promise.reject(userNotFound());
    },
  }),
  user: t.field({
    type: User,
    args: {
      id: t.arg.int({ required: true, ...lookupArgument('User', 'ID of the user.', { slug: slugKey }) }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEdit),
        required: false,
        description: 'Whether to fail if the private fields would be null.',
      }),
    },
    ...guard(async ({ id, forEdit }: { id: number; forEdit?: boolean | null }, { load, viewer }) => {
      const user = await load.user.load(id);
      if (!user) throw userNotFound();
      requireMaySeeUser(viewer, user, forEdit === true);
    }),
    description: 'One user. Visitors only see users who have published content; any other user counts as not found.',
    resolve: async (_root, { id }, { load }) => (await load.user.load(id)) ?? Promise.reject(userNotFound()),
  }),
  userPage: t.field({
    type: UserPage,
    args: {
      ...pageArguments,
      offset: t.arg.int({ description: 'Number of items to skip; takes precedence over `page`.' }),
      filter: t.arg({ type: UserFilter, required: false, description: 'Conditions for users.' }),
      orderBy: t.arg({ type: UserOrder, defaultValue: 'name', description: 'The sort key.' }),
      order: t.arg({ type: SortOrder, defaultValue: 'asc', description: 'The sort direction.' }),
      forEdit: t.arg.boolean({
        ...legacyOnly(reasons.forEdit),
        description: 'Whether to fail if the private fields would be null.',
      }),
    },
    ...guard((args: Parameters<typeof toListingOptions>[0], { viewer }) => requireMayListUsers(viewer, toListingOptions(args))),
    description: 'Users, page by page. Users who may list users get all users; others get the users who have published content.',
    complexity: pageComplexity,
    resolve: (_root, { page, perPage, filter, ...options }, { site, viewer }) =>
      userList.loadPage(site, { ...toUserQuery(filter, viewer), ...selectPage({ page, perPage }), ...options }),
  }),
}));
