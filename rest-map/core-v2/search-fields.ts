import { integer, listOf, text } from '#app/rest/table.ts';
import { page, perPage, search } from './fields.ts';

/** Parameters of `core/v2/search`. */
export const searchAll = {
  context: text({ enum: ['view', 'embed'], default: 'view', phase: 'early', description: 'Scope of the request. Determines which fields the response contains.' }),
  page,
  per_page: perPage,
  search,
  type: text({ enum: ['post', 'term', 'post-format'], default: 'post', description: 'Type of the objects to search.' }),
  subtype: listOf(text(), { default: 'any', description: 'Post types or taxonomies to search. `any` selects all of them.' }),
  exclude: listOf(integer(), { default: [], description: 'Excludes objects with these IDs.' }),
  include: listOf(integer(), { default: [], description: 'Returns only objects with these IDs.' }),
};
