import { integer } from '#app/rest/table.ts';
import { context, page, perPage } from './fields.ts';

/** core-rest.md 10. */
export const listRevisions = { id: integer(), context, page, per_page: perPage };
