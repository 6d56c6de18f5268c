import { text } from '#app/rest/table.ts';
import { context } from './fields.ts';

/** Parameters of `core/v2/types`, `core/v2/statuses` and `core/v2/taxonomies`. */
export const listTypes = { context };
export const readType = { type: text({ description: 'Name of the content type.' }), context };
export const listStatuses = { context };
export const readStatus = { status: text({ description: 'Name of the status.' }), context };
export const listTaxonomies = { context, type: text({ description: 'Returns only taxonomies of this content type.' }) };
export const readTaxonomy = { taxonomy: text({ description: 'Name of the taxonomy.' }), context };
