import { either, flag, integer, listOf, members, text } from '#app/rest/table.ts';
import { context, page, perPage, search } from './fields.ts';
import { orEmpty, rawText, slugList } from './parameters.ts';

/** Parameters of `core/v2/comments`. */
const ids = (description: string) => listOf(integer(), { default: [], description });
const moment = (description: string) => text({ format: 'date-time', description });
const password = text({ description: 'Password of what the comment is about, where that is protected.' });

export const listComments = {
  context,
  page,
  per_page: perPage,
  search,
  after: moment('Written after this moment.'),
  author: listOf(integer(), { description: 'Comments by these users; for those who may edit posts.' }),
  author_exclude: listOf(integer(), { description: 'No comments by these users; for those who may edit posts.' }),
  author_email: text({ format: 'email', description: 'Comments by this address; for those who may edit posts.' }),
  before: moment('Written before this moment.'),
  exclude: ids('Not these comments.'),
  include: ids('Only these comments.'),
  offset: integer({ description: 'Skip so many comments; wins over the page.' }),
  order: text({ enum: ['asc', 'desc'], default: 'desc' }),
  orderby: text({ enum: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'], default: 'date_gmt' }),
  parent: ids('Answers to these comments; 0 = to none.'),
  parent_exclude: ids('No replies to these comments.'),
  post: ids('Comments about these.'),
  status: slugList({
    type: 'string',
    default: 'approve',
    description: 'Comments of this status; others than `approve` for those who may edit posts.',
  }),
  type: slugList({ type: 'string', default: 'comment', description: 'Comments of this type; others than `comment` for those who may edit posts.' }),
  password,
};

export const readComment = { id: integer({ description: 'Id of the comment.' }), context, password };

const early = { phase: 'A', onNull: 'absent' } as const;
const date = either(['string', 'null'], { format: 'date-time', phase: 'A' });

const written = {
  author: integer(early),
  author_email: orEmpty(text({ format: 'email', ...early })),
  author_ip: orEmpty(text({ format: 'ip', ...early })),
  author_name: text(early),
  author_url: text({ format: 'uri', ...early }),
  author_user_agent: text(early),
  content: rawText({ raw: text(), rendered: text() }),
  date,
  date_gmt: date,
  parent: integer({ phase: 'A', onNull: 0 }),
  post: integer(early),
  status: text(early),
  type: text(early),
  meta: members({ fields: { _wp_note_status: text() }, names: { _wp_note_status: 'noteStatus' } }, { description: 'Of notes: `_wp_note_status`, `resolved` or `reopen`.' }),
};

export const createComment = { ...written, password };
export const editComment = { id: readComment.id, ...written };
export const deleteComment = {
  id: readComment.id,
  force: flag({ default: false, description: 'Delete for good instead of moving to the trash.' }),
  password: text({ description: 'Has no effect: who may delete the comment needs no password.' }),
};

/** An ID, which requests that create a comment must not send. */
export const refusedCommentId = { id: integer({ onNull: 'absent' }) };
