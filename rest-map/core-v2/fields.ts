import { either, type Field, flag, integer, listOf, text } from '#app/rest/table.ts';
import { metaFields } from './meta-fields.ts';
import { rawText, memberMap, negatedFlag, slugList, termQuery, unwantedId, wordOrKept } from './parameters.ts';

/** Document 1, "Core post": parameters of `core/v2/posts`; behavior: core-rest.md 7. */

export const context = text({ enum: ['view', 'embed', 'edit'], default: 'view', phase: 'A', description: 'Which fields are sent.' });
export const page = integer({ default: 1, minimum: 1, phase: 'A', description: 'Page of the list.' });
export const perPage = integer({ default: 10, minimum: 1, maximum: 100, phase: 'A', description: 'Items of a page.' });
export const search = text({ phase: 'A', description: 'Words that must occur.' });

const ids = (description: string) => listOf(integer(), { default: [], description });
const moment = (description: string) => text({ format: 'date-time', description });

const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'] as const;
const writeStatuses = [
  'publish', 'future', 'draft', 'pending', 'private',
  'tribe-ea-success', 'tribe-ea-failed', 'tribe-ea-schedule', 'tribe-ea-pending', 'tribe-ea-draft', 'tribe-ignored',
] as const;
const readStatuses = [
  'publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit', 'request-pending', 'request-confirmed', 'request-failed',
  'request-completed', 'tribe-ea-success', 'tribe-ea-failed', 'tribe-ea-schedule', 'tribe-ea-pending', 'tribe-ea-draft', 'tribe-ignored',
  'email_sent', 'email_failed', 'email_scheduled', 'any',
] as const;

export const listPosts = {
  context,
  page,
  per_page: perPage,
  search,
  after: moment('Published after this moment.'),
  before: moment('Published before this moment.'),
  modified_after: moment('Changed after this moment.'),
  modified_before: moment('Changed before this moment.'),
  author: ids('Posts of these authors.'),
  author_exclude: ids('No posts of these authors.'),
  exclude: ids('Not these posts.'),
  include: ids('Only these posts.'),
  search_semantics: text({ enum: ['exact'], description: 'A word must be the whole column.' }),
  offset: integer({ description: 'Skip so many posts; wins over the page.' }),
  order: text({ enum: ['asc', 'desc'], default: 'desc' }),
  orderby: text({ enum: ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'], default: 'date' }),
  search_columns: listOf(text({ enum: ['post_title', 'post_content', 'post_excerpt'] }), { default: [] }),
  slug: listOf(text(), { description: 'Posts with one of these slugs.' }),
  status: slugList({ type: 'array', items: { type: 'string', enum: [...readStatuses] }, default: 'publish', description: 'Posts with one of these statuses.' }),
  tax_relation: text({ enum: ['AND', 'OR'], description: 'How several term conditions combine.' }),
  categories: termQuery({ children: true, operator: true }),
  categories_exclude: termQuery({ children: true, operator: false }),
  tags: termQuery({ children: false, operator: true }),
  tags_exclude: termQuery({ children: false, operator: false }),
  sticky: flag({ description: 'Only sticky posts, or only others.' }),
  ignore_sticky: negatedFlag({ default: true, description: 'Sticky posts keep their normal place.' }),
  format: listOf(text({ enum: [...formats] }), { uniqueItems: true }),
};

export const readPost = {
  id: integer({ description: 'Id of the post.' }),
  context,
  excerpt_length: integer({ description: 'Words of a generated excerpt.' }),
  password: text({ description: 'Password of a protected post.' }),
};

const date = either(['string', 'null'], { format: 'date-time', phase: 'A' });
const early = { phase: 'A', onNull: 'absent' } as const;

const writtenPost: Readonly<Record<string, Field>> = {
  date,
  date_gmt: date,
  slug: text({ phase: 'A', onNull: '' }),
  status: text({ enum: [...writeStatuses], phase: 'A', onNull: 'absent' }),
  password: text({ phase: 'A', onNull: '' }),
  title: rawText({ raw: text(), rendered: text() }, { emptyRaw: false }),
  content: rawText({ raw: text(), rendered: text(), block_version: integer(), protected: flag() }),
  author: integer(early),
  excerpt: rawText({ raw: text(), rendered: text(), protected: flag() }),
  featured_media: integer({ phase: 'A', onNull: 0 }),
  comment_status: text({ enum: ['open', 'closed'], ...early }),
  ping_status: text({ enum: ['open', 'closed'], ...early }),
  format: text({ enum: [...formats], ...early }),
  meta: memberMap(metaFields),
  sticky: flag({ phase: 'A', onNull: false }),
  template: text({ phase: 'A', onNull: '' }),
  categories: listOf(integer(), { phase: 'A', onNull: [] }),
  tags: listOf(integer(), { phase: 'A', onNull: [] }),
};

export const createPost = writtenPost;
const ownStatuses = readStatuses.filter((status) => status !== 'any' && !(writeStatuses as readonly string[]).includes(status));
export const editPost = {
  id: integer({ description: 'Id of the post.' }),
  ...writtenPost,
  status: wordOrKept(writeStatuses, ownStatuses, { phase: 'A', onNull: 'absent' }),
};

export const deletePost = {
  id: integer({ description: 'Id of the post.' }),
  force: flag({ default: false, description: 'Delete for good instead of moving to the trash.' }),
};

/** Undocumented: the length of a generated excerpt, for lists a password (7.10), and for new posts an ID, which is refused (core-rest.md 7.2, 7.8). */
export const excerptLength = { excerpt_length: integer() };
export const undocumentedListParams = { ...excerptLength, password: text() };
export const refusedId = { id: unwantedId(), ...excerptLength };
