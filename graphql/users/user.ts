import { capabilitiesOf } from '#app/auth/roles.ts';
import { seesPrivately, seesUser } from '#app/users/user.permissions.ts';
import { authorLink, type UserRecord } from '#app/users/user.record.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { AvatarUrls } from './avatar.ts';
import { Role } from './role.ts';

const forSome = 'Null unless you are this user or may list users.';

/** The value for those who see a user's private fields, else null. */
const privately =
  <T>(read: (user: UserRecord) => T) =>
  (user: UserRecord, _args: object, { viewer }: Context): T | null =>
    seesPrivately(viewer, user.id) ? read(user) : null;

function capabilities({ role, extraCapabilities }: UserRecord): Record<string, boolean> {
  return { ...Object.fromEntries([...capabilitiesOf[role]].map((name) => [name, true])), ...extraCapabilities, [role]: true };
}

/** Answers a `UserRecord`; `context.load.user` reads many in one statement. */
export const User = builder.objectRef<UserRecord>('User');

builder.node(User, {
  description: 'Somebody who can sign in. Name, address and picture are public for everybody who has published something.',
  id: { resolve: (user) => user.id },
  loadMany: async (ids, { load, viewer }) => {
    const users = await load.user.loadMany(ids.map(Number));
    return users.map((user) => (user instanceof Error || user === null || !seesUser(viewer, user) ? null : user));
  },
  fields: (t) => ({
    databaseId: t.int({ description: 'The number REST and addresses use.', resolve: (user) => user.id }),
    displayName: t.string({ description: 'The name to show.', resolve: (user) => user.displayName }),
    slug: t.string({ description: 'Part of the address of the author page.', resolve: (user) => user.slug }),
    link: t.string({ description: 'Address of the author page.', resolve: (user, _args, { site }) => authorLink(site, user) }),
    url: t.string({ description: "The user's own web site; empty when there is none.", resolve: (user) => user.url }),
    description: t.string({
      description: 'What the user says about themself; plain text, may be empty.',
      resolve: (user) => user.description,
    }),
    meta: t.field({
      type: 'JSON',
      description: 'Registered extension keys with their values; no key is registered for users.',
      resolve: () => ({}),
    }),
    avatarUrls: t.field({ type: AvatarUrls, description: "The user's picture in three sizes.", resolve: (user) => user }),
    login: t.string({ nullable: true, description: `Name to sign in with. ${forSome}`, resolve: privately((user) => user.login) }),
    email: t.string({ nullable: true, description: `E-mail address. ${forSome}`, resolve: privately((user) => user.email) }),
    firstName: t.string({
      nullable: true,
      description: `First name, may be empty. ${forSome}`,
      resolve: privately((user) => user.firstName),
    }),
    lastName: t.string({ nullable: true, description: `Last name, may be empty. ${forSome}`, resolve: privately((user) => user.lastName) }),
    nickname: t.string({ nullable: true, description: `Nickname. ${forSome}`, resolve: privately((user) => user.nickname) }),
    locale: t.string({
      nullable: true,
      description: `Language and country, such as \`en_US\`. ${forSome}`,
      resolve: privately((user) => user.locale),
    }),
    roles: t.field({
      type: [Role],
      nullable: true,
      description: `The user's role, as a list of one. ${forSome}`,
      resolve: privately((user) => [user.role]),
    }),
    roleNames: t.stringList({
      nullable: true,
      description: `The roles in lower case, as REST says them. ${forSome}`,
      resolve: privately((user) => [user.role]),
    }),
    registeredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: `When the account was made. ${forSome}`,
      resolve: privately((user) => user.registeredAt),
    }),
    registeredUtc: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: `\`registeredAt\` without a zone, in UTC. ${forSome}`,
      resolve: privately((user) => user.registeredAt.toISOString().slice(0, 19)),
    }),
    capabilities: t.field({
      type: 'JSON',
      nullable: true,
      description: `Everything the user may do: capability → true, the role's name included. ${forSome}`,
      resolve: privately(capabilities),
    }),
    extraCapabilities: t.field({
      type: 'JSON',
      nullable: true,
      description: `What the user was given: the role's name and single capabilities → granted or not. ${forSome}`,
      resolve: privately((user) => ({ [user.role]: true, ...user.extraCapabilities })),
    }),
  }),
});
