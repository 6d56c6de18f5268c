import { listKindNames, getKind } from '#app/domains/content/kinds.ts';
import { type UserQuery, userList } from '#app/domains/identity/users/user.list.ts';
import { restrictToVisible, type ListingOptions } from '#app/domains/identity/users/user.permissions.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { builder } from '../builder.ts';
import { createFilterFields, createOrderValues } from '../connections/filters.ts';
import { Role } from './role.ts';

/** Filter of a list of users. Conditions are combined with AND. */
export const UserFilter = builder.inputType('UserFilter', {
  description: 'Conditions for users; all of them have to match.',
  fields: (t) => ({
    ...createFilterFields(t, userList.filters),
    search: t.string({
      description: 'Text to find in the display name or slug. For users who may list users, also in login name and email address.',
    }),
    roles: t.field({ type: [Role], description: 'Only users with any of these roles; for users who may list users.' }),
    isAuthor: t.boolean({ description: 'If true, only users who may write content. Requires the right to write content.' }),
    publishedTypes: t.stringList({
      description: 'Only users who have published content of any of these types, named as in `contentTypes`.',
    }),
  }),
});

export const UserOrder = builder.enumType('UserOrder', {
  description: 'Order of a list of users.',
  values: createOrderValues(userList.orders),
});

interface ListArguments {
  filter?: typeof UserFilter.$inferInput | null | undefined;
  orderBy?: typeof UserOrder.$inferType | null | undefined;
  forEdit?: boolean | null | undefined;
}

/** Returns the options that determine who may read the list. */
export function toListingOptions({ filter, orderBy, forEdit }: ListArguments): ListingOptions {
  return {
    filtersByRole: Boolean(filter?.roles ?? filter?.capabilities),
    onlyAuthors: filter?.isAuthor === true,
    orderBy: orderBy ?? 'name',
    forEdit: forEdit === true,
  };
}

/** Converts the filter to a query for the users whom the viewer may see. */
export function toUserQuery(filter: ListArguments['filter'], viewer: Viewer): UserQuery {
  const { capabilities, isAuthor, publishedTypes, ...conditions } = filter ?? {};
  const publishedKinds = publishedTypes ? listKindNames().filter((name) => publishedTypes.includes(getKind(name).typeName)) : undefined;
  return restrictToVisible(viewer, {
    ...conditions,
    capabilities: capabilities ?? (isAuthor ? ['edit_posts'] : undefined),
    publishedKinds,
  });
}
