import { flag, integer, listOf, text } from '#app/rest/table.ts';
import { context, page, search } from './fields.ts';

const ids = (description: string) => listOf(integer(), { default: [], description });

/** Parameters of the revisions of posts and pages (docs/behaviour/core-rest.md 10). */
export const listRevisions = {
  id: integer(),
  context,
  page,
  per_page: integer({ minimum: 1, maximum: 100, phase: 'early', description: 'Number of items per page. If omitted, all items are on one page.' }),
  search,
  exclude: ids('Excludes revisions with these IDs.'),
  include: ids('Returns only revisions with these IDs.'),
  offset: integer({ description: 'Number of revisions to skip. Overrides `page`.' }),
  order: text({ enum: ['asc', 'desc'], default: 'desc' }),
  orderby: text({ enum: ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'], default: 'date' }),
};
export const readRevision = { id: integer(), revision: integer(), context };
export const deleteRevision = { id: integer(), revision: integer(), force: flag({ default: false, description: 'Must be true because revisions cannot be moved to the trash.' }) };
