import type { RouteOptions } from '#app/rest/table.ts';
import { undocumentedSlugParams, undocumentedListParams, undocumentedReadParams } from './event-fields.ts';
import { refusedParent } from './term-fields.ts';

/** Example requests in the documents. */
const venue = { venue: 'Old Harbour Hall', description: 'A hall by the water.', address: '1 Quay Street', city: 'Harbour Town', country: 'Norway', zip: '0150', phone: '+47 555 01 23', website: 'https://hall.example.org/', show_map: true };
const organizer = { organizer: 'Harbour Players', description: 'They play by the water.', phone: '+47 555 04 56', website: 'https://players.example.org/', email: 'office@players.example.org' };
const event = {
  title: 'Night of lights', description: 'Lanterns on the water.', excerpt: 'Lanterns.', status: 'publish', timezone: 'Europe/Oslo', start_date: '2026-12-05 20:00:00', end_date: '2026-12-05 23:30:00',
  cost: '$20', website: 'https://lights.example.org/', featured: true, categories: ['Festival'], tags: ['winter'], venue: [venue], organizer: [organizer],
};
const window = { start_date: '2026-12-01', end_date: '2026-12-31 23:59:59', starts_before: '2026-12-24', starts_after: '2026-11-30', ends_before: '2026-12-25', ends_after: 'yesterday' };
const search = { search: 'lights' };

/** Statuses of refusals by code (docs/behaviour/events.md 2.3, 2.6.7, 2.7). */
const unknownEvent = { 'rest-event-not-found': 404, 'rest-invalid-event-id': 400 };
const hiddenEvent = { 'event-no-longer-available': 403, 'event-not-accessible': 403, 'event-password-protected': 403 };
const invalidLinkedObjects = { 'invalid-linked-post-id': 400, 'could-not-create-venue': 400, 'could-not-create-organizer': 400 };

interface KindOptions {
  title: string;
  /** Example of a request that writes an object. */
  example: Record<string, unknown>;
  /** Example of a request that lists objects. */
  listExample: Record<string, unknown>;
  /** Statuses of refusals by action and code. Those of `write` apply to creating and changing. */
  refuses: { read: Record<string, number>; write: Record<string, number>; update: Record<string, number>; trash: Record<string, number> };
}

/** Creates the options of the routes of a kind of object. Routes by ID and by slug differ only in their undocumented parameters. */
const createKindOptions = ({ title, example, listExample, refuses }: KindOptions, undocumentedParams: RouteOptions['undocumentedParams'] = undocumentedListParams, undocumentedSlug = undocumentedParams) => ({
  list: { title, undocumentedParams: undocumentedListParams, example: listExample },
  create: { status: 201, example, refuses: refuses.write },
  read: { title, undocumentedParams, alwaysAllowed: true, refuses: refuses.read },
  readBySlug: { title, undocumentedParams: undocumentedSlug, alwaysAllowed: true, refuses: refuses.read },
  edit: { example, refuses: { ...refuses.update, ...refuses.write } },
  trash: { refuses: refuses.trash },
}) satisfies Record<string, RouteOptions>;

export const events = createKindOptions({
  title: 'event', example: event, listExample: { ...search, ...window },
  refuses: { read: { ...unknownEvent, ...hiddenEvent }, write: invalidLinkedObjects, update: { ...unknownEvent, 'could-not-update-event': 403 }, trash: { ...unknownEvent, 'event-is-in-trash': 410 } },
}, undocumentedReadParams, undocumentedSlugParams);
export const venues = createKindOptions({
  title: 'venue', example: venue, listExample: search,
  refuses: { read: { 'venue-not-accessible': 403 }, write: { 'could-not-create-venue': 400 }, update: { 'could-not-update-venue': 400 }, trash: { 'venue-is-in-trash': 410 } },
});
export const organizers = createKindOptions({
  title: 'organizer', example: organizer, listExample: search,
  refuses: { read: { 'organizer-not-accessible': 403 }, write: { 'could-not-create-organizer': 400 }, update: { 'could-not-update-organizer': 400 }, trash: { 'organizer-is-in-trash': 410 } },
});

const createTermOptions = (collection: string, title: string, name: string, undocumentedParams: RouteOptions['undocumentedParams'], refuses: Record<string, number>) => {
  const example = { name, description: `What ${name.toLowerCase()} means here.` };
  const noun = title.replace('-', ' ');
  return {
    list: { title, summary: `Event ${collection}, page by page`, example: { ...search, orderby: 'name', order: 'asc' } },
    create: { summary: `Creates an ${noun}`, status: 201, headers: { Location: `{rest}/vendor/events/v1/${collection}/{id}` }, undocumentedParams, example, refuses: { term_exists: 400, ...refuses } },
    read: { title, summary: `One ${noun}`, alwaysAllowed: true },
    edit: { summary: `Changes an ${noun}`, undocumentedParams, example: { description: example.description }, refuses: { term_exists: 400, ...refuses } },
    remove: { summary: `Deletes an ${noun} permanently` },
  } satisfies Record<string, RouteOptions>;
};

export const categories = createTermOptions('categories', 'event-category', 'Concerts', {}, {});
export const tags = createTermOptions('tags', 'event-tag', 'Outdoors', refusedParent, { rest_taxonomy_not_hierarchical: 400 });
