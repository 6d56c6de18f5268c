import { CREATE, DELETE, documentation, EDIT, item, namespace, page, READ, value } from '#app/rest/table.ts';
import { document } from './document.ts';
import {
  bySlugAlso, createEvent, editEvent, editEventBySlug, eventRef, listAlso, listEvents, readAlso, slugRef,
} from './event-fields.ts';
import { listLinked } from './linked-fields.ts';
import { createOrganizer, editOrganizer, editOrganizerBySlug, organizerRef, organizerSlugRef } from './organizer-fields.ts';
import { createCategory, createTag, editCategory, editTag, listCategories, listTags, refusedParent, termRef } from './term-fields.ts';
import { createVenue, editVenue, editVenueBySlug, venueRef, venueSlugRef } from './venue-fields.ts';

const headers = 'X-TEC';
const addresses = { neighbours: true };
const archive = (key: string, one: string) =>
  page(key, { headers, addresses, beyondEnd: { code: `${one}-archive-page-not-found`, message: 'The requested page does not exist.' } });
const terms = (key: string) => page(key, { headers, addresses });
const located = (collection: string) => ({ status: 201, headers: { Location: `{rest}/vendor/events/v1/${collection}/{id}` } });
const made = { status: 201 };
const event = { title: 'event' };
const venue = { title: 'venue' };
const organizer = { title: 'organizer' };

/** Document 1, "Event calendar, legacy version"; behaviour: events.md 2. */
export default namespace('vendor/events/v1', [
  // methods  path                          parameters            runs                                    answers with                          options
  [READ,      '/doc',                       {},                   documentation(document),                value()],

  [READ,      '/events',                    listEvents,           'vendorEventsV1Events',                 archive('events', 'event'),           { ...event, also: listAlso }],
  [CREATE,    '/events',                    createEvent,          'vendorEventsV1CreateEvent',            item(),                               made],
  [READ,      '/events/{id}',               eventRef,             'vendorEventsV1Event',                  item(),                               { ...event, also: readAlso }],
  [DELETE,    '/events/{id}',               eventRef,             'vendorEventsV1TrashEvent',             item()],
  [EDIT,      '/events/{id}',               editEvent,            'vendorEventsV1UpdateEvent',            item()],
  [READ,      '/events/by-slug/{slug}',     slugRef,              'vendorEventsV1EventBySlug',            item(),                               { ...event, also: bySlugAlso }],
  [DELETE,    '/events/by-slug/{slug}',     slugRef,              'vendorEventsV1TrashEventBySlug',       item()],
  [EDIT,      '/events/by-slug/{slug}',     editEventBySlug,      'vendorEventsV1UpdateEventBySlug',      item()],

  [READ,      '/venues',                    listLinked,           'vendorEventsV1Venues',                 archive('venues', 'venue'),           { ...venue, also: listAlso }],
  [CREATE,    '/venues',                    createVenue,          'vendorEventsV1CreateVenue',            item(),                               made],
  [READ,      '/venues/{id}',               venueRef,             'vendorEventsV1Venue',                  item(),                               { ...venue, also: listAlso }],
  [DELETE,    '/venues/{id}',               venueRef,             'vendorEventsV1TrashVenue',             item()],
  [EDIT,      '/venues/{id}',               editVenue,            'vendorEventsV1UpdateVenue',            item()],
  [READ,      '/venues/by-slug/{slug}',     venueSlugRef,         'vendorEventsV1VenueBySlug',            item(),                               { ...venue, also: listAlso }],
  [DELETE,    '/venues/by-slug/{slug}',     venueSlugRef,         'vendorEventsV1TrashVenueBySlug',       item()],
  [EDIT,      '/venues/by-slug/{slug}',     editVenueBySlug,      'vendorEventsV1UpdateVenueBySlug',      item()],

  [READ,      '/organizers',                listLinked,           'vendorEventsV1Organizers',             archive('organizers', 'organizer'),   { ...organizer, also: listAlso }],
  [CREATE,    '/organizers',                createOrganizer,      'vendorEventsV1CreateOrganizer',        item(),                               made],
  [READ,      '/organizers/{id}',           organizerRef,         'vendorEventsV1Organizer',              item(),                               { ...organizer, also: listAlso }],
  [DELETE,    '/organizers/{id}',           organizerRef,         'vendorEventsV1TrashOrganizer',         item()],
  [EDIT,      '/organizers/{id}',           editOrganizer,        'vendorEventsV1UpdateOrganizer',        item()],
  [READ,      '/organizers/by-slug/{slug}', organizerSlugRef,     'vendorEventsV1OrganizerBySlug',        item(),                               { ...organizer, also: listAlso }],
  [DELETE,    '/organizers/by-slug/{slug}', organizerSlugRef,     'vendorEventsV1TrashOrganizerBySlug',   item()],
  [EDIT,      '/organizers/by-slug/{slug}', editOrganizerBySlug,  'vendorEventsV1UpdateOrganizerBySlug',  item()],

  [READ,      '/categories',                listCategories,       'vendorEventsV1Categories',             terms('categories'),                  { title: 'event-category' }],
  [CREATE,    '/categories',                createCategory,       'vendorEventsV1CreateCategory',         item(),                               located('categories')],
  [READ,      '/categories/{id}',           termRef,              'vendorEventsV1Category',               item(),                               { title: 'event-category' }],
  [DELETE,    '/categories/{id}',           termRef,              'vendorEventsV1DeleteCategory',         item()],
  [EDIT,      '/categories/{id}',           editCategory,         'vendorEventsV1UpdateCategory',         item()],
  [READ,      '/tags',                      listTags,             'vendorEventsV1Tags',                   terms('tags'),                        { title: 'event-tag' }],
  [CREATE,    '/tags',                      createTag,            'vendorEventsV1CreateTag',              item(),                               { ...located('tags'), also: refusedParent }],
  [READ,      '/tags/{id}',                 termRef,              'vendorEventsV1Tag',                    item(),                               { title: 'event-tag' }],
  [DELETE,    '/tags/{id}',                 termRef,              'vendorEventsV1DeleteTag',              item()],
  [EDIT,      '/tags/{id}',                 editTag,              'vendorEventsV1UpdateTag',              item(),                               { also: refusedParent }],
], { segments: { id: '\\d+' } });
