import { flag, integer, listOf, text } from '#app/rest/table.ts';
import { context, page, perPage, search } from './fields.ts';

/** Parameters of `core/v2/users` for those who manage users. */
const role = text({ enum: ['administrator', 'editor', 'author', 'contributor', 'subscriber'] });

export const listUsers = {
  context,
  page,
  per_page: perPage,
  search,
  include: listOf(integer(), { description: 'Only these users.' }),
  slug: listOf(text(), { description: 'Users with one of these slugs.' }),
  roles: listOf(role, { description: 'Users with one of these roles.' }),
};

const early = { phase: 'A', onNull: 'absent' } as const;

const profile = {
  name: text({ ...early, description: 'The name to show.' }),
  first_name: text(early),
  last_name: text(early),
  url: text({ format: 'uri', ...early }),
  description: text(early),
  locale: text(early),
  nickname: text(early),
  slug: text(early),
};

export const createUser = {
  username: text({ phase: 'A', required: true, description: 'Name to sign in with.' }),
  ...profile,
  email: text({ format: 'email', phase: 'A', required: true }),
  roles: listOf(role, early),
  password: text({ phase: 'A', required: true, description: 'Never sent.' }),
};

const account = { ...profile, email: text({ format: 'email', ...early }), password: text(early) };

export const editViewer = account;
export const editUser = { id: integer(), ...account, roles: listOf(role, early) };

const noOne = new Set<unknown>(['', 'false', false]);

export const deleteUser = {
  id: integer(),
  force: flag({ default: false, description: 'Must be true: users have no trash.' }),
  reassign: integer({
    required: true,
    description: 'User who takes over the content; false = nobody.',
    check: (value) => noOne.has(value) || /^\d+$/.test(String(value)),
    clean: (value) => (noOne.has(value) ? null : Number(value)),
  }),
};
