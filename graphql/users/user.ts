import { escapeOutsideTags } from '#app/core/text/plain-text.ts';
import { capabilitiesByRole } from '#app/domains/identity/auth/roles.ts';
import { canEditUser, canSeePrivateFields, canSeeUser } from '#app/domains/identity/users/user.permissions.ts';
import { buildAuthorLink, toRole } from '#app/domains/identity/users/user.record.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import type { Context } from '../context.ts';
import type { Models } from '../models.ts';
import { AvatarUrls } from './avatar.ts';
import { Role } from './role.ts';

type Source = Models['User']['Shape'];

const nullRule = 'Null unless you are this user or may list users.';

/** Creates a resolver that returns null to viewers who may not see private fields of the user. */
const resolveIfVisible =
  <T>(read: (user: Source) => T) =>
  (user: Source, _args: object, { viewer }: Context): T | null =>
    canSeePrivateFields(viewer, user.id) ? read(user) : null;

const getExtraCapabilities = ({ extraCapabilities }: Source) => extraCapabilities as Record<string, boolean>;

function computeCapabilities(user: Source): Record<string, boolean> {
  const role = toRole(user.role);
  return { ...Object.fromEntries([...capabilitiesByRole[role]].map((name) => [name, true])), ...getExtraCapabilities(user), [role]: true };
}

const UserRights = builder.prismaObject('User', {
  variant: 'UserRights',
  description: 'What you may do with an account, so that a page can show or hide buttons. The server checks each action again.',
  fields: (t) => ({
    edit: t.boolean({
      description: 'Whether you may change the account.',
      resolve: ({ id }, _args, { viewer }) => canEditUser(viewer, id),
    }),
    delete: t.boolean({
      description: 'Whether you may delete the account.',
      resolve: (_user, _args, { viewer }) => viewer.can('delete_users'),
    }),
  }),
});

/** GraphQL type of the model `User`. `context.load.user` reads many users in one statement. */
export const User = builder.prismaObject('User', {
  description: 'A user account. Display name, link and picture are public for users who have published content.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID of the user in the database, as in the REST API and in URLs.' }),
    displayName: t.exposeString('displayName', { description: 'Display name of the user.' }),
    escapedDisplayName: t.string({
      ...legacy({ use: 'displayName' }),
      description: '`displayName` as HTML.',
      resolve: (user) => escapeOutsideTags(user.displayName),
    }),
    slug: t.exposeString('slug', { description: 'Slug of the author page, which its URL contains.' }),
    link: t.string({ description: 'URL of the author page.', resolve: (user, _args, { site }) => buildAuthorLink(site, user) }),
    url: t.exposeString('url', { description: "The user's own website; empty if not set." }),
    description: t.exposeString('description', {
      description: 'Biography: HTML with links and simple formatting; may be empty.',
    }),
    viewerCan: t.field({ type: UserRights, description: 'What you may do with the account.', resolve: (user) => user }),
    meta: t.field({
      type: 'JSON',
      description: 'Registered meta keys with their values; no key is registered for users.',
      resolve: () => ({}),
    }),
    avatarUrls: t.field({ type: AvatarUrls, description: "URLs of the user's picture in three sizes.", resolve: (user) => user }),
    login: t.string({ nullable: true, description: `Name to sign in with. ${nullRule}`, resolve: resolveIfVisible((user) => user.login) }),
    email: t.string({ nullable: true, description: `Email address. ${nullRule}`, resolve: resolveIfVisible((user) => user.email) }),
    firstName: t.string({
      nullable: true,
      description: `First name, may be empty. ${nullRule}`,
      resolve: resolveIfVisible((user) => user.firstName),
    }),
    lastName: t.string({
      nullable: true,
      description: `Last name, may be empty. ${nullRule}`,
      resolve: resolveIfVisible((user) => user.lastName),
    }),
    nickname: t.string({ nullable: true, description: `Nickname. ${nullRule}`, resolve: resolveIfVisible((user) => user.nickname) }),
    locale: t.string({
      nullable: true,
      description: `Locale of the user: language and country, such as \`en_US\`. ${nullRule}`,
      resolve: resolveIfVisible((user) => user.locale),
    }),
    roles: t.field({
      type: [Role],
      nullable: true,
      description: `The user's role, as a list with one item. ${nullRule}`,
      resolve: resolveIfVisible((user) => [toRole(user.role)]),
    }),
    roleNames: t.stringList({
      ...legacy({ use: 'roles' }),
      nullable: true,
      description: `The user's role in lower case, as a list with one item. ${nullRule}`,
      resolve: resolveIfVisible((user) => [toRole(user.role)]),
    }),
    registeredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: `When the account was created. ${nullRule}`,
      resolve: resolveIfVisible((user) => user.registeredAt),
    }),
    registeredUtc: t.field({
      ...legacy({ use: 'registeredAt' }),
      type: 'LocalDateTime',
      nullable: true,
      description: `The value of \`registeredAt\` in UTC, without a zone. ${nullRule}`,
      resolve: resolveIfVisible((user) => user.registeredAt),
    }),
    capabilities: t.field({
      type: 'JSON',
      nullable: true,
      description: `Capabilities of the user, including the name of the role, as keys with the value true. ${nullRule}`,
      resolve: resolveIfVisible(computeCapabilities),
    }),
    extraCapabilities: t.field({
      type: 'JSON',
      nullable: true,
      description: `Role and individual capabilities of the user, by name: true if granted, false if denied. ${nullRule}`,
      resolve: resolveIfVisible((user) => ({ [user.role]: true, ...getExtraCapabilities(user) })),
    }),
  }),
});

builder.nodeRef(User, {
  id: { resolve: (user: Source) => user.id },
  loadMany: async (ids, { load, viewer }) => {
    const users = await load.user.loadMany(ids.map(Number));
    return users.map((user) => (user instanceof Error || user === null || !canSeeUser(viewer, user) ? null : user));
  },
});
