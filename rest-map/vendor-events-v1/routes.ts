import { engine, item, namespace, page, value } from '#app/rest/table.ts';
import { document } from './document.ts';
import { createEvent, editEvent, editEventBySlug, eventRef, listEvents, readEvent, slugRef } from './event-fields.ts';
import { failures } from './failures.ts';
import { listLinked } from './linked-fields.ts';
import { createOrganizer, editOrganizer, editOrganizerBySlug, organizerRef, organizerSlugRef } from './organizer-fields.ts';
import { categories, events, organizers, tags, venues } from './route-options.ts';
import { createCategory, createTag, editCategory, editTag, listCategories, listTags, termRef } from './term-fields.ts';
import { createVenue, editVenue, editVenueBySlug, venueRef, venueSlugRef } from './venue-fields.ts';

const headers = 'X-TEC';
const pageUrls = { neighbors: true };
const archive = (key: string, singular: string) =>
  page(key, { headers, pageUrls, pageNotFound: { code: `${singular}-archive-page-not-found`, message: 'The requested page does not exist.' } });
const terms = (key: string) => page(key, { headers, pageUrls });

/** Published REST interface (document 1), "Event calendar, legacy version"; behavior: docs/behaviour/events.md 2. */
export default namespace('vendor/events/v1', [
  // methods  path                          parameters            runs                                    response
  // options
  ['GET',     '/doc',                       {},                   engine('document', document),                value()],

  ['GET',     '/events',                    listEvents,           'vendorEventsV1Events',                 archive('events', 'event'),   events.list],
  ['POST',    '/events',                    createEvent,          'vendorEventsV1CreateEvent',            item(),                       events.create],
  ['GET',     '/events/{id}',               readEvent,            'vendorEventsV1Event',                  item(),                       events.read],
  ['DELETE',  '/events/{id}',               eventRef,             'vendorEventsV1TrashEvent',             item(),                       events.trash],
  ['EDIT',    '/events/{id}',               editEvent,            'vendorEventsV1UpdateEvent',            item(),                       events.edit],
  ['GET',     '/events/by-slug/{slug}',     slugRef,              'vendorEventsV1EventBySlug',            item(),                       events.readBySlug],
  ['DELETE',  '/events/by-slug/{slug}',     slugRef,              'vendorEventsV1TrashEventBySlug',       item(),                       events.trash],
  ['EDIT',    '/events/by-slug/{slug}',     editEventBySlug,      'vendorEventsV1UpdateEventBySlug',      item(),                       events.edit],

  ['GET',     '/venues',                    listLinked,           'vendorEventsV1Venues',                 archive('venues', 'venue'),   venues.list],
  ['POST',    '/venues',                    createVenue,          'vendorEventsV1CreateVenue',            item(),                       venues.create],
  ['GET',     '/venues/{id}',               venueRef,             'vendorEventsV1Venue',                  item(),                       venues.read],
  ['DELETE',  '/venues/{id}',               venueRef,             'vendorEventsV1TrashVenue',             item(),                       venues.trash],
  ['EDIT',    '/venues/{id}',               editVenue,            'vendorEventsV1UpdateVenue',            item(),                       venues.edit],
  ['GET',     '/venues/by-slug/{slug}',     venueSlugRef,         'vendorEventsV1VenueBySlug',            item(),                       venues.readBySlug],
  ['DELETE',  '/venues/by-slug/{slug}',     venueSlugRef,         'vendorEventsV1TrashVenueBySlug',       item(),                       venues.trash],
  ['EDIT',    '/venues/by-slug/{slug}',     editVenueBySlug,      'vendorEventsV1UpdateVenueBySlug',      item(),                       venues.edit],

  ['GET',     '/organizers',                listLinked,           'vendorEventsV1Organizers',             archive('organizers', 'organizer'), organizers.list],
  ['POST',    '/organizers',                createOrganizer,      'vendorEventsV1CreateOrganizer',        item(),                       organizers.create],
  ['GET',     '/organizers/{id}',           organizerRef,         'vendorEventsV1Organizer',              item(),                       organizers.read],
  ['DELETE',  '/organizers/{id}',           organizerRef,         'vendorEventsV1TrashOrganizer',         item(),                       organizers.trash],
  ['EDIT',    '/organizers/{id}',           editOrganizer,        'vendorEventsV1UpdateOrganizer',        item(),                       organizers.edit],
  ['GET',     '/organizers/by-slug/{slug}', organizerSlugRef,     'vendorEventsV1OrganizerBySlug',        item(),                       organizers.readBySlug],
  ['DELETE',  '/organizers/by-slug/{slug}', organizerSlugRef,     'vendorEventsV1TrashOrganizerBySlug',   item(),                       organizers.trash],
  ['EDIT',    '/organizers/by-slug/{slug}', editOrganizerBySlug,  'vendorEventsV1UpdateOrganizerBySlug',  item(),                       organizers.edit],

  ['GET',     '/categories',                listCategories,       'vendorEventsV1Categories',             terms('categories'),          categories.list],
  ['POST',    '/categories',                createCategory,       'vendorEventsV1CreateCategory',         item(),                       categories.create],
  ['GET',     '/categories/{id}',           termRef,              'vendorEventsV1Category',               item(),                       categories.read],
  ['DELETE',  '/categories/{id}',           termRef,              'vendorEventsV1DeleteCategory',         item(),                       categories.remove],
  ['EDIT',    '/categories/{id}',           editCategory,         'vendorEventsV1UpdateCategory',         item(),                       categories.edit],
  ['GET',     '/tags',                      listTags,             'vendorEventsV1Tags',                   terms('tags'),                tags.list],
  ['POST',    '/tags',                      createTag,            'vendorEventsV1CreateTag',              item(),                       tags.create],
  ['GET',     '/tags/{id}',                 termRef,              'vendorEventsV1Tag',                    item(),                       tags.read],
  ['DELETE',  '/tags/{id}',                 termRef,              'vendorEventsV1DeleteTag',              item(),                       tags.remove],
  ['EDIT',    '/tags/{id}',                 editTag,              'vendorEventsV1UpdateTag',              item(),                       tags.edit],
], {
  failures, segments: { id: '\\d+' },
  inputMembers: {
    parent: 'parentId', author: 'authorId', start_date: 'start', end_date: 'end', hide_from_listings: 'isHiddenFromListings', sticky: 'isSticky',
    featured: 'isFeatured', venue: ['venues', 'title'], organizer: ['organizers', 'title'], stateprovince: 'stateProvince',
  },
});
