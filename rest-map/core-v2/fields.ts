import { either, type Field, flag, integer, listOf, text } from '#app/rest/table.ts';
import { metaFields } from './meta-fields.ts';
import { rawText, memberMap, negatedFlag, slugList, termQuery, unwantedId, wordOrCurrent } from './parameters.ts';

/** Published REST interface (document 1), "Core post": parameters of `core/v2/posts`; behavior: docs/behaviour/core-rest.md 7. */

export const context = text({ enum: ['view', 'embed', 'edit'], default: 'view', phase: 'early', description: 'Scope of the request. Determines which fields the response contains.' });
export const page = integer({ default: 1, minimum: 1, phase: 'early', description: 'Page number, starting at 1.' });
export const perPage = integer({ default: 10, minimum: 1, maximum: 100, phase: 'early', description: 'Number of items per page.' });
export const search = text({ phase: 'early', description: 'Search text. Returns only items that contain all of its words.' });

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
  after: moment('Returns only posts published after this time (ISO 8601).'),
  before: moment('Returns only posts published before this time (ISO 8601).'),
  modified_after: moment('Returns only posts modified after this time (ISO 8601).'),
  modified_before: moment('Returns only posts modified before this time (ISO 8601).'),
  author: ids('Returns only posts by authors with these IDs.'),
  author_exclude: ids('Excludes posts by authors with these IDs.'),
  exclude: ids('Excludes posts with these IDs.'),
  include: ids('Returns only posts with these IDs.'),
  search_semantics: text({ enum: ['exact'], description: 'How to search: `exact` matches only when the whole column equals the search text.' }),
  offset: integer({ description: 'Number of posts to skip. Overrides `page`.' }),
  order: text({ enum: ['asc', 'desc'], default: 'desc' }),
  orderby: text({ enum: ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'], default: 'date' }),
  search_columns: listOf(text({ enum: ['post_title', 'post_content', 'post_excerpt'] }), { default: [] }),
  slug: listOf(text(), { description: 'Returns only posts with one of these slugs.' }),
  status: slugList({ type: 'array', items: { type: 'string', enum: [...readStatuses] }, default: 'publish', description: 'Returns only posts with one of these statuses.' }),
  tax_relation: text({ enum: ['AND', 'OR'], description: 'Whether posts must match all taxonomy filters (`AND`) or any of them (`OR`).' }),
  categories: termQuery({ children: true, operator: true }),
  categories_exclude: termQuery({ children: true, operator: false }),
  tags: termQuery({ children: false, operator: true }),
  tags_exclude: termQuery({ children: false, operator: false }),
  sticky: flag({ description: 'True returns only sticky posts, false only other posts.' }),
  ignore_sticky: negatedFlag({ default: true, description: 'True sorts sticky posts like all others. False lists them first.' }),
  format: listOf(text({ enum: [...formats] }), { uniqueItems: true }),
};

export const readPost = {
  id: integer({ description: 'ID of the post.' }),
  context,
  excerpt_length: integer({ description: 'Maximum number of words in a generated excerpt.' }),
  password: text({ description: 'Password of the post, if it is protected by one.' }),
};

const date = either(['string', 'null'], { format: 'date-time', phase: 'early' });
const early = { phase: 'early', onNull: 'absent' } as const;

const postFields: Readonly<Record<string, Field>> = {
  date,
  date_gmt: date,
  slug: text({ phase: 'early', onNull: '' }),
  status: text({ enum: [...writeStatuses], phase: 'early', onNull: 'absent' }),
  password: text({ phase: 'early', onNull: '' }),
  title: rawText({ raw: text(), rendered: text() }, { emptyRaw: false }),
  content: rawText({ raw: text(), rendered: text(), block_version: integer(), protected: flag() }),
  author: integer(early),
  excerpt: rawText({ raw: text(), rendered: text(), protected: flag() }),
  featured_media: integer({ phase: 'early', onNull: 0 }),
  comment_status: text({ enum: ['open', 'closed'], ...early }),
  ping_status: text({ enum: ['open', 'closed'], ...early }),
  format: text({ enum: [...formats], ...early }),
  meta: memberMap(metaFields),
  sticky: flag({ phase: 'early', onNull: false }),
  template: text({ phase: 'early', onNull: '' }),
  categories: listOf(integer(), { phase: 'early', onNull: [] }),
  tags: listOf(integer(), { phase: 'early', onNull: [] }),
};

export const createPost = postFields;
const currentOnlyStatuses = readStatuses.filter((status) => status !== 'any' && !(writeStatuses as readonly string[]).includes(status));
export const editPost = {
  id: integer({ description: 'ID of the post.' }),
  ...postFields,
  status: wordOrCurrent(writeStatuses, currentOnlyStatuses, { phase: 'early', onNull: 'absent' }),
};

export const deletePost = {
  id: integer({ description: 'ID of the post.' }),
  force: flag({ default: false, description: 'True deletes the post permanently. False moves it to the trash.' }),
};

/**
 * Undocumented parameters (docs/behaviour/core-rest.md 7.2, 7.8, 7.10): the length of a generated excerpt, a password for lists, and an ID for new
 * posts, which is refused.
 */
export const excerptLength = { excerpt_length: integer() };
export const undocumentedListParams = { ...excerptLength, password: text() };
export const refusedId = { id: unwantedId(), ...excerptLength };
