import { either, flag, integer, listOf, text } from '#app/rest/table.ts';
import { context, page, perPage, search } from './fields.ts';
import { allOrSome, knownOnly, numberOr, unescaped, unwantedId, present } from './parameters.ts';

/** Parameters of `core/v2/users`. */
const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];
const role = text({ enum: roles });

const types = ['post', 'page', 'attachment', 'tribe_events', 'tribe_venue', 'tribe_organizer'] as const;

export const listUsers = {
  context,
  page,
  per_page: perPage,
  search,
  exclude: listOf(integer(), { default: [], description: 'Not these users.' }),
  include: listOf(integer(), { description: 'Only these users.' }),
  offset: integer({ description: 'Skip so many users; wins over the page.' }),
  order: text({ enum: ['asc', 'desc'], default: 'asc' }),
  orderby: text({ enum: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'], default: 'name' }),
  slug: listOf(text(), { description: 'Users with one of these slugs.' }),
  roles: knownOnly(roles, listOf(text(), { description: 'Users with one of these roles; unknown ones are passed over.' })),
  capabilities: listOf(text(), { description: 'Users who may do any of this.' }),
  who: present(text({ enum: ['authors'], description: 'Only users who may write.' })),
  has_published_posts: allOrSome(types, either(['boolean', 'array'], {
    items: { type: 'string', enum: [...types] },
    description: 'Only users who have published content, of these types when they are named.',
  })),
};

const early = { phase: 'A', onNull: 'absent' } as const;

const profile = {
  name: unescaped({ ...early, description: 'The name to show.' }),
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

const account = { username: text({ ...early, description: 'Which it is; another one is refused.' }), ...profile, email: text({ format: 'email', ...early }), password: text(early) };

export const editViewer = { ...account, roles: listOf(role, early) };
export const editUser = { id: integer(), ...editViewer };

/** An ID, which requests that create a user must not send. */
export const refusedUserId = { id: unwantedId() };

export const deleteViewer = {
  force: flag({ default: false, description: 'Must be true: users have no trash.' }),
  reassign: numberOr(['', 'false', false], integer({ required: true, description: 'User who takes over the content; false = nobody.' })),
};
export const deleteUser = { id: integer(), ...deleteViewer };
