import { invalid } from '#app/core/failures/failure.ts';
import { checkOwnRole, requireMayCreate, requireMayDelete, requireMayEdit } from '#app/domains/identity/users/user.permissions.ts';
import type { UserRecord } from '#app/domains/identity/users/user.record.ts';
import { toSingleRole, type ProfileTexts } from '#app/domains/identity/users/user.rules.ts';
import { createUser, deleteUser, userNotFound, updateUser } from '#app/domains/identity/users/user.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { nulls } from '../public/nulls.ts';
import { Role } from './role.ts';
import { User } from './user.ts';

const profileTexts = {
  displayName: 'Display name of the user.',
  firstName: 'First name of the user.',
  lastName: 'Last name of the user.',
  nickname: 'Nickname of the user.',
  url: "HTTP or HTTPS URL of the user's website; may be empty.",
  description: 'Biography: HTML with links and simple formatting.',
  locale: 'Locale of the user: language and country, such as `en_US`.',
} satisfies Record<keyof ProfileTexts, string>;

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'The user to create.',
  fields: (t) => ({
    id: t.int({ ...legacyOnly('The site assigns the IDs.'), required: false, description: 'Must be absent: the site assigns IDs.' }),
    login: t.string({ required: true, description: 'Login name: letters, digits, spaces and `_.-@`. It cannot be changed later.' }),
    email: t.string({ required: true, description: 'Email address of the user. No other user may have the same address.' }),
    password: t.string({
      required: false,
      description: 'Password of at least 8 characters. A user without a password cannot sign in on the sign-in page.',
    }),
    roles: t.field({ type: [Role], required: false, description: 'List with one role; `SUBSCRIBER` by default.' }),
    slug: t.string({
      required: false,
      description: 'Slug of the author page, which its URL contains; derived from the login name by default.',
    }),
    displayName: t.string({ required: false, description: profileTexts.displayName }),
    firstName: t.string({ required: false, description: profileTexts.firstName }),
    lastName: t.string({ required: false, description: profileTexts.lastName }),
    nickname: t.string({ required: false, description: profileTexts.nickname }),
    url: t.string({ required: false, description: profileTexts.url }),
    description: t.string({ required: false, description: profileTexts.description }),
    locale: t.string({ required: false, description: profileTexts.locale }),
  }),
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  ...nulls({ clearedBy: { firstName: '', lastName: '', url: '', description: '' } }),
  description: 'The fields of a user to change.',
  fields: (t) => ({
    id: t.int({ required: true, description: 'ID of the user.' }),
    login: t.string({
      ...legacyOnly('A login name never changes; leave it out.'),
      description: 'The current login name, which old clients send. A different name is refused.',
    }),
    email: t.string({ required: false, description: 'Email address of the user. No other user may have the same address.' }),
    password: t.string({ required: false, description: "New password of at least 8 characters; ends the user's other sessions." }),
    roles: t.field({ type: [Role], required: false, description: 'List with one role. Only users who may assign roles can send it.' }),
    slug: t.string({ required: false, description: 'Slug of the author page, which its URL contains.' }),
    displayName: t.string({ required: false, description: profileTexts.displayName }),
    firstName: t.string({ required: false, description: profileTexts.firstName }),
    lastName: t.string({ required: false, description: profileTexts.lastName }),
    nickname: t.string({ required: false, description: profileTexts.nickname }),
    url: t.string({ required: false, description: profileTexts.url }),
    description: t.string({ required: false, description: profileTexts.description }),
    locale: t.string({ required: false, description: profileTexts.locale }),
  }),
});

const UserPayload = builder.objectRef<{ user: UserRecord }>('UserPayload').implement({
  description: 'The user after the change.',
  fields: (t) => ({ user: t.expose('user', { type: User, description: 'The user after the change.' }) }),
});

export const DeleteUserPayload = builder.objectRef<{ previous: UserRecord }>('DeleteUserPayload').implement({
  description: 'Result of deleting a user.',
  fields: (t) => ({
    isDeleted: t.boolean({ description: 'True once the user is deleted; null if the mutation was refused.', resolve: () => true }),
    previous: t.expose('previous', { type: User, description: 'The user before the account was deleted.' }),
  }),
});

/** Description of the argument `reassignTo`. */
export const reassignDescription = 'ID of the user who becomes the author of the content. If it is absent, the content has no author.';

/** Removes the fields of an input that are null or undefined. */
function removeNulls<T extends object>(input: T): { [Key in keyof T]?: Exclude<T[Key], null> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], null>;
  };
}

builder.mutationFields((t) => ({
  createUser: t.field({
    type: UserPayload,
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'The user to create.' }) },
    ...guard(({ input }: { input?: typeof CreateUserInput.$inferInput }, { viewer }) =>
      requireMayCreate(viewer, (input?.roles?.length ?? 0) > 0),
    ),
    description:
      'Creates a user; for administrators. Error codes: `existing_user_login` and `existing_user_email` if the login name or the email address is taken.',
    resolve: async (_root, { input }, { site }) => {
      const { id, roles, login, email, ...profile } = { ...removeNulls(input), login: input.login, email: input.email };
      if (id) throw invalid('user_exists', 'Cannot create existing user.');
      return {
        user: await createUser(site, { ...profile, login, email, ...(roles && roles.length > 0 && { role: toSingleRole(roles) }) }),
      };
    },
  }),
  updateUser: t.field({
    type: UserPayload,
    args: { input: t.arg({ type: UpdateUserInput, required: true, description: 'The user and the changes.' }) },
    ...guard(async ({ input }: { input?: typeof UpdateUserInput.$inferInput }, { viewer, load }) => {
      if (input && !(await load.user.load(input.id))) throw userNotFound();
      requireMayEdit(viewer, input?.id ?? 0, (input?.roles?.length ?? 0) > 0);
    }),
    description: 'Changes a user; you may change yourself, and administrators may change everyone.',
    resolve: async (_root, { input }, { site, viewer, load }) => {
      const { id, roles, ...changes } = { ...removeNulls(input), id: input.id };
      checkOwnRole(viewer, id, roles);
      const user = await updateUser(
        site,
        id,
        { ...changes, ...(roles && roles.length > 0 && { role: toSingleRole(roles) }) },
        { keepSession: viewer.sessionToken },
      );
      load.user.clear(id).prime(id, user);
      return { user };
    },
  }),
  deleteUser: t.field({
    type: DeleteUserPayload,
    args: {
      id: t.arg.int({ required: true, description: 'ID of the user.' }),
      reassignTo: t.arg.int({
        required: false,
        description: reassignDescription,
      }),
    },
    ...guard(async ({ id }: { id?: number }, { viewer, load }) => {
      if (id !== undefined && !(await load.user.load(id))) throw userNotFound();
      requireMayDelete(viewer);
    }),
    description:
      'Deletes a user with their sessions and application passwords; for administrators. The last administrator cannot be deleted.',
    resolve: async (_root, { id, reassignTo }, { site, load }) => {
      const previous = await deleteUser(site, id, reassignTo ?? null);
      load.user.clear(id);
      return { previous };
    },
  }),
}));
