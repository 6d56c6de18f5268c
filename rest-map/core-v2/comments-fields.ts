import { either, flag, integer, listOf, members, text } from '#app/rest/table.ts';
import { context, page, perPage, search } from './fields.ts';
import { orEmpty, rawText, slugList } from './parameters.ts';

/** Parameters of `core/v2/comments`. */
const ids = (description: string) => listOf(integer(), { default: [], description });
const moment = (description: string) => text({ format: 'date-time', description });
const password = text({ description: 'Password of the post, if the post is protected by one.' });

export const listComments = {
  context,
  page,
  per_page: perPage,
  search,
  after: moment('Returns only comments written after this time (ISO 8601).'),
  author: listOf(integer(), { description: 'Returns only comments by users with these IDs. Requires permission to edit posts.' }),
  author_exclude: listOf(integer(), { description: 'Excludes comments by users with these IDs. Requires permission to edit posts.' }),
  author_email: text({ format: 'email', description: 'Returns only comments with this author email. Requires permission to edit posts.' }),
  before: moment('Returns only comments written before this time (ISO 8601).'),
  exclude: ids('Excludes comments with these IDs.'),
  include: ids('Returns only comments with these IDs.'),
  offset: integer({ description: 'Number of comments to skip. Overrides `page`.' }),
  order: text({ enum: ['asc', 'desc'], default: 'desc' }),
  orderby: text({ enum: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'], default: 'date_gmt' }),
  parent: ids('Returns only replies to comments with these IDs. 0 selects top-level comments.'),
  parent_exclude: ids('Excludes replies to comments with these IDs.'),
  post: ids('Returns only comments on posts with these IDs.'),
  status: slugList({
    type: 'string',
    default: 'approve',
    description: 'Status of the comments. Values other than `approve` require permission to edit posts.',
  }),
  type: slugList({ type: 'string', default: 'comment', description: 'Type of the comments. Values other than `comment` require permission to edit posts.' }),
  password,
};

export const readComment = { id: integer({ description: 'ID of the comment.' }), context, password };

const early = { phase: 'early', onNull: 'absent' } as const;
const date = either(['string', 'null'], { format: 'date-time', phase: 'early' });

const writeParameters = {
  author: integer(early),
  author_email: orEmpty(text({ format: 'email', ...early })),
  author_ip: orEmpty(text({ format: 'ip', ...early })),
  author_name: text(early),
  author_url: text({ format: 'uri', ...early }),
  author_user_agent: text(early),
  content: rawText({ raw: text(), rendered: text() }),
  date,
  date_gmt: date,
  parent: integer({ phase: 'early', onNull: 0 }),
  post: integer(early),
  status: text(early),
  type: text(early),
  meta: members({ fields: { _wp_note_status: text() }, names: { _wp_note_status: 'noteStatus' } }, { description: 'Metadata of a note. `_wp_note_status` is `resolved` or `reopen`.' }),
};

export const createComment = { ...writeParameters, password };
export const editComment = { id: readComment.id, ...writeParameters };
export const deleteComment = {
  id: readComment.id,
  force: flag({ default: false, description: 'True deletes the comment permanently. False moves it to the trash.' }),
  password: text({ description: 'Has no effect. Users who can delete the comment need no password.' }),
};

/** Undocumented parameter: an ID, which requests that create a comment must not send. */
export const refusedCommentId = { id: integer({ onNull: 'absent' }) };
