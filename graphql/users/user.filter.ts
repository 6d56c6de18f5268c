import { kindNames, kindOf } from '#app/domains/content/kinds.ts';
import type { UserConditions } from '#app/domains/identity/users/user.conditions.ts';
import { asSeenBy, type ListingWish } from '#app/domains/identity/users/user.permissions.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { builder } from '../builder.ts';
import { Role } from './role.ts';

/** Which users; what is left out does not narrow. */
export const UserFilter = builder.inputType('UserFilter', {
  description: 'Which users; what is left out does not narrow.',
  fields: (t) => ({
    search: t.string({
      required: false,
      description: 'Part of the shown name or slug, for those who may list users also of login name and e-mail address.',
    }),
    roles: t.field({ type: [Role], required: false, description: 'Any of these roles; for those who may list users.' }),
    capabilities: t.stringList({
      required: false,
      description: 'Who may do any of this, such as `edit_posts`; for those who may list users.',
    }),
    ids: t.intList({ required: false, description: 'Any of these.' }),
    exclude: t.intList({ required: false, description: 'None of these.' }),
    slugs: t.stringList({ required: false, description: 'Any of these.' }),
    isAuthor: t.boolean({ required: false, description: 'True: only those who may write; for those who may do so themselves.' }),
    publishedTypes: t.stringList({
      required: false,
      description: 'Who has published content of any of these types, by their names in `contentTypes`.',
    }),
  }),
});

/** What a list of users is ordered by. */
export const UserOrder = builder.enumType('UserOrder', {
  description: 'What a list of users is ordered by.',
  values: {
    ID: { value: 'id', description: 'Number.' },
    INCLUDE: { value: 'include', description: 'The order of `filter.ids`.' },
    NAME: { value: 'name', description: 'Shown name.' },
    REGISTERED_DATE: { value: 'registered_date', description: 'When the account was made; for those who may list users.' },
    SLUG: { value: 'slug', description: 'Slug.' },
    INCLUDE_SLUGS: { value: 'include_slugs', description: 'The order of `filter.slugs`.' },
    EMAIL: { value: 'email', description: 'E-mail address; for those who may list users.' },
    URL: { value: 'url', description: "Address of the user's own site." },
  } as const,
});

interface Asked {
  filter?: typeof UserFilter.$inferInput | null | undefined;
  orderBy?: typeof UserOrder.$inferType | null | undefined;
  forEdit?: boolean | null | undefined;
}

/** What the arguments of a list look into. */
export function wishOf({ filter, orderBy, forEdit }: Asked): ListingWish {
  return {
    byRights: Boolean(filter?.roles ?? filter?.capabilities),
    onlyAuthors: filter?.isAuthor === true,
    orderBy: orderBy ?? 'name',
    forEdit: forEdit === true,
  };
}

/** The conditions that the filter means for this viewer. */
export function conditionsOf(filter: Asked['filter'], viewer: Viewer): UserConditions {
  const { search, roles, capabilities, ids, exclude, slugs, isAuthor, publishedTypes } = filter ?? {};
  const kinds = publishedTypes && kindNames().filter((name) => publishedTypes.includes(kindOf(name).typeName));
  return asSeenBy(viewer, {
    search: search ?? undefined,
    roles: roles ?? undefined,
    capabilities: capabilities ?? (isAuthor ? ['edit_posts'] : undefined),
    ids: ids ?? undefined,
    excludedIds: exclude ?? undefined,
    slugs: slugs ?? undefined,
    publishedKinds: kinds ?? undefined,
  });
}
