import { positiveInteger } from '#app/rest/table.ts';

/** Pages of the five lists (events.md 2.4): more than 50 a page are 50; without a size the site's own counts. */
export const page = positiveInteger({ default: 1, description: 'Which page, from 1.' });
export const perPage = positiveInteger({ default: 10, most: 50, appliesDefault: false, description: 'Items of a page, at most 50.' });
