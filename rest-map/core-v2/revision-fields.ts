import { flag, integer, listOf, text } from '#app/rest/table.ts';
import { context, page, search } from './fields.ts';

const ids = (description: string) => listOf(integer(), { default: [], description });

/** core-rest.md 10. */
export const listRevisions = {
  id: integer(),
  context,
  page,
  per_page: integer({ minimum: 1, maximum: 100, phase: 'A', description: 'Items of a page; left out = all on one.' }),
  search,
  exclude: ids('Not these.'),
  include: ids('Only these.'),
  offset: integer({ description: 'Skips so many in place of the pages before.' }),
  order: text({ enum: ['asc', 'desc'], default: 'desc' }),
  orderby: text({ enum: ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'], default: 'date' }),
};
export const readRevision = { id: integer(), revision: integer(), context };
export const deleteRevision = { id: integer(), revision: integer(), force: flag({ default: false, description: 'Must be true: revisions have no trash.' }) };
