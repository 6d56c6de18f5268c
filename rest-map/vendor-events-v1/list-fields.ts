import { positiveInteger } from '#app/rest/table.ts';

/** Paging of the five lists (docs/behaviour/events.md 2.4). Page sizes above 50 become 50. Without a page size, the setting of the site applies. */
export const page = positiveInteger({ default: 1, description: 'Page number, starting at 1.' });
export const perPage = positiveInteger({ default: 10, cap: 50, appliesDefault: false, description: 'Number of items per page, at most 50.' });
