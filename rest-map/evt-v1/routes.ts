import { engine, item, list, namespace, type RouteOptions, value } from '#app/rest/table.ts';
import { document } from './document.ts';
import { force, listLinked, password } from './entity-fields.ts';
import { createEvent, editEvent, eventRef, listEvents } from './event-fields.ts';
import { createOrganizer, createVenue, editOrganizer, editVenue, organizerRef, venueRef } from './linked-fields.ts';

/** Methods of a partial update without POST. */
const UPDATE = ['PUT', 'PATCH'] as const;
const entities = list({ pageNotFound: { code: 'tec_rest_organizers_page_not_found', message: 'The requested page was not found.', bare: true } });
const emptyList = value({ body: [] });

/** Statuses of the refusals whose body has only a message (docs/behaviour/events.md 3.6). */
const notFound = { event_not_found: 404, venue_not_found: 404, organizer_not_found: 404 };
const notCreated = { could_not_create_event: 500, could_not_create_venue: 500, could_not_create_organizer: 500, empty_content: 500 };
const notChanged = { could_not_update_event: 500, could_not_update_venue: 500, could_not_update_organizer: 500, empty_content: 500 };
const notDeleted = { event_is_in_trash: 410, venue_is_in_trash: 410, organizer_is_in_trash: 410, trash_not_supported: 501 };
const create = (example: RouteOptions['example']): RouteOptions => ({ failures: { ...notFound, ...notCreated }, status: 201, example });
const update = (example: RouteOptions['example']): RouteOptions => ({ failures: { ...notFound, ...notCreated, ...notChanged }, example });
const trash: RouteOptions = { failures: { ...notFound, ...notDeleted } };
const listed = (title: string, example: RouteOptions['example']): RouteOptions => ({ title, undocumentedParams: password, example });
const read = (title: string): RouteOptions => ({ failures: notFound, title, undocumentedParams: password });

/** Example requests in the document. */
const page = { title: 'Night of lights', content: '<p>Lanterns on the water.</p>', excerpt: 'Lanterns.', status: 'publish' };
const event = { ...page, start_date: '2026-12-05 20:00:00', end_date: '2026-12-05 23:30:00', timezone: 'Europe/Oslo', cost: '$20', featured: true };
const organizer = { ...page, title: 'Harbour Players', phone: '+47 555 04 56', website: 'https://players.example.org/', email: 'office@players.example.org' };
const venue = { ...page, title: 'Old Harbour Hall', address: '1 Quay Street', city: 'Harbour Town', country: 'Norway', zip: '0150', website: 'https://hall.example.org/' };
const exampleSearch = { search: 'lights' };

const withForce = (ref: typeof venueRef) => ({ ...ref, ...force });

/** Published REST interface (document 1), "Event calendar, current version"; behavior: docs/behaviour/events.md 3. */
export default namespace('evt/v1', [
  // methods  path                parameters             runs                     response      options
  ['GET',     '/docs',            {},                    engine('document', document), value()],
  ['GET',     '/events',          listEvents,            'evtV1Events',           entities,     listed('event', exampleSearch)],
  ['POST',    '/events',          createEvent,           'evtV1CreateEvent',      item(),       create(event)],
  ['GET',     '/events/{id}',     {},                    'evtV1Event',            item(),       read('event')],
  [UPDATE,     '/events/{id}',     editEvent,             'evtV1UpdateEvent',      item(),       update(event)],
  ['DELETE',  '/events/{id}',     withForce(eventRef),   'evtV1DeleteEvent',      emptyList,    trash],
  ['GET',     '/organizers',      listLinked,            'evtV1Organizers',       entities,     listed('organizer', exampleSearch)],
  ['POST',    '/organizers',      createOrganizer,       'evtV1CreateOrganizer',  item(),       create(organizer)],
  ['GET',     '/organizers/{id}', {},                    'evtV1Organizer',        item(),       read('organizer')],
  [UPDATE,     '/organizers/{id}', editOrganizer,         'evtV1UpdateOrganizer',  item(),       update(organizer)],
  ['DELETE',  '/organizers/{id}', withForce(organizerRef), 'evtV1DeleteOrganizer', emptyList,   trash],
  ['GET',     '/venues',          listLinked,            'evtV1Venues',           entities,     listed('venue', exampleSearch)],
  ['POST',    '/venues',          createVenue,           'evtV1CreateVenue',      item(),       create(venue)],
  ['GET',     '/venues/{id}',     {},                    'evtV1Venue',            item(),       read('venue')],
  [UPDATE,     '/venues/{id}',     editVenue,             'evtV1UpdateVenue',      item(),       update(venue)],
  ['DELETE',  '/venues/{id}',     withForce(venueRef),   'evtV1DeleteVenue',      emptyList,    trash],
], {
  segments: { id: '\\d+' },
  inputMembers: {
    date_gmt: 'dateUtc', content: 'description', author: 'authorId', featured_media: 'image', sticky: 'isSticky', tags: 'tagIds',
    tribe_events_cat: 'categoryIds', start_date: 'start', start_date_utc: 'startUtc', end_date: 'end', end_date_utc: 'endUtc',
    duration: 'durationSeconds', featured: 'isFeatured',
  },
});
