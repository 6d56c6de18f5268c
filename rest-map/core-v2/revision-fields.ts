import { integer } from '#app/rest/table.ts';
import { context, page } from './fields.ts';

/** core-rest.md 10. */
export const listRevisions = {
  id: integer(),
  context,
  page,
  per_page: integer({ minimum: 1, maximum: 100, phase: 'A', description: 'Items of a page; left out = all on one.' }),
};
export const readRevision = { id: integer(), revision: integer(), context };
