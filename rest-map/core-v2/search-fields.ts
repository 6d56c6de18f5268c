import { integer, listOf, text } from '#app/rest/table.ts';
import { page, perPage, search } from './fields.ts';

/** Parameters of `core/v2/search`. */
export const searchAll = {
  context: text({ enum: ['view', 'embed'], default: 'view', phase: 'A', description: 'Which fields are sent.' }),
  page,
  per_page: perPage,
  search,
  type: text({ enum: ['post', 'term', 'post-format'], default: 'post', description: 'What is searched.' }),
  subtype: listOf(text(), { default: 'any', description: 'Content types or taxonomies.' }),
  exclude: listOf(integer(), { default: [], description: 'Not these.' }),
  include: listOf(integer(), { default: [], description: 'Only these.' }),
};
