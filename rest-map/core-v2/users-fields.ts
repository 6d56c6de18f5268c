import { either, flag, integer, listOf, text } from '#app/rest/table.ts';
import { context, page, perPage, search } from './fields.ts';
import { allOrSome, knownOnly, numberOr, plainText, unwantedId, isSent } from './parameters.ts';

/** Parameters of `core/v2/users`. */
const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];
const role = text({ enum: roles });

const types = ['post', 'page', 'attachment', 'tribe_events', 'tribe_venue', 'tribe_organizer'] as const;

export const listUsers = {
  context,
  page,
  per_page: perPage,
  search,
  exclude: listOf(integer(), { default: [], description: 'Excludes users with these IDs.' }),
  include: listOf(integer(), { description: 'Returns only users with these IDs.' }),
  offset: integer({ description: 'Number of users to skip. Overrides `page`.' }),
  order: text({ enum: ['asc', 'desc'], default: 'asc' }),
  orderby: text({ enum: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'], default: 'name' }),
  slug: listOf(text(), { description: 'Returns only users with one of these slugs.' }),
  roles: knownOnly(roles, listOf(text(), { description: 'Returns only users with one of these roles. Unknown roles are ignored.' })),
  capabilities: listOf(text(), { description: 'Returns only users with at least one of these capabilities.' }),
  who: isSent(text({ enum: ['authors'], description: '`authors` returns only users who can write posts.' })),
  has_published_posts: allOrSome(types, either(['boolean', 'array'], {
    items: { type: 'string', enum: [...types] },
    description: 'Returns only users with published posts. A list of post types limits the check to these types.',
  })),
};

const early = { phase: 'early', onNull: 'absent' } as const;

const profile = {
  name: plainText({ ...early, description: 'Display name of the user.' }),
  first_name: text(early),
  last_name: text(early),
  url: text({ format: 'uri', ...early }),
  description: text(early),
  locale: text(early),
  nickname: text(early),
  slug: text(early),
};

export const createUser = {
  username: text({ phase: 'early', required: true, description: 'Login name of the user.' }),
  ...profile,
  email: text({ format: 'email', phase: 'early', required: true }),
  roles: listOf(role, early),
  password: text({ phase: 'early', required: true, description: 'Password of the user. Never returned.' }),
};

const account = { username: text({ ...early, description: 'Login name of the user. It cannot be changed; another value is an error.' }), ...profile, email: text({ format: 'email', ...early }), password: text(early) };

export const editViewer = { ...account, roles: listOf(role, early) };
export const editUser = { id: integer(), ...editViewer };

/** Undocumented parameter: an ID, which requests that create a user must not send. */
export const refusedUserId = { id: unwantedId() };

export const deleteViewer = {
  force: flag({ default: false, description: 'Must be true because users cannot be moved to the trash.' }),
  reassign: numberOr(['', 'false', false], integer({ required: true, description: 'ID of the user who becomes the author of the content. False leaves the content without an author.' })),
};
export const deleteUser = { id: integer(), ...deleteViewer };
