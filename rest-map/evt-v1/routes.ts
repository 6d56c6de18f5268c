import { CREATE, DELETE, documentation, item, list, namespace, READ, type RouteOptions, value } from '#app/rest/table.ts';
import { document } from './document.ts';
import { force, listLinked, password } from './entity-fields.ts';
import { createEvent, editEvent, eventRef, listEvents } from './event-fields.ts';
import { createOrganizer, createVenue, editOrganizer, editVenue, organizerRef, venueRef } from './linked-fields.ts';

/** Methods of a partial update without POST. */
const REPLACE = ['PUT', 'PATCH'] as const;
const entities = list({ beyondEnd: { code: 'tec_rest_organizers_page_not_found', message: 'The requested page was not found.', bare: true } });
const nothing = value({ body: [] });

/** Refusals that are published as their message alone (events.md 3.6). */
const gone = { event_not_found: 404, venue_not_found: 404, organizer_not_found: 404 };
const notMade = { could_not_create_event: 500, could_not_create_venue: 500, could_not_create_organizer: 500, empty_content: 500 };
const notChanged = { could_not_update_event: 500, could_not_update_venue: 500, could_not_update_organizer: 500, empty_content: 500 };
const notRemoved = { event_is_in_trash: 410, venue_is_in_trash: 410, organizer_is_in_trash: 410, trash_not_supported: 501 };
const made = (example: RouteOptions['example']): RouteOptions => ({ failures: { ...gone, ...notMade }, status: 201, example });
const changed = (example: RouteOptions['example']): RouteOptions => ({ failures: { ...gone, ...notMade, ...notChanged }, example });
const removed: RouteOptions = { failures: { ...gone, ...notRemoved } };
const listed = (title: string, example: RouteOptions['example']): RouteOptions => ({ title, undocumentedParams: password, example });
const shown = (title: string): RouteOptions => ({ failures: gone, title, undocumentedParams: password });

/** Example requests in the document. */
const page = { title: 'Night of lights', content: '<p>Lanterns on the water.</p>', excerpt: 'Lanterns.', status: 'publish' };
const event = { ...page, start_date: '2026-12-05 20:00:00', end_date: '2026-12-05 23:30:00', timezone: 'Europe/Oslo', cost: '$20', featured: true };
const organizer = { ...page, title: 'Harbour Players', phone: '+47 555 04 56', website: 'https://players.example.org/', email: 'office@players.example.org' };
const venue = { ...page, title: 'Old Harbour Hall', address: '1 Quay Street', city: 'Harbour Town', country: 'Norway', zip: '0150', website: 'https://hall.example.org/' };
const sought = { search: 'lights' };

const removal = (ref: typeof venueRef) => ({ ...ref, ...force });

/** Document 1, "Event calendar, current version"; behavior: events.md 3. */
export default namespace('evt/v1', [
  // methods  path                parameters             runs                     response      options
  [READ,      '/docs',            {},                    documentation(document), value()],
  [READ,      '/events',          listEvents,            'evtV1Events',           entities,     listed('event', sought)],
  [CREATE,    '/events',          createEvent,           'evtV1CreateEvent',      item(),       made(event)],
  [READ,      '/events/{id}',     {},                    'evtV1Event',            item(),       shown('event')],
  [REPLACE,   '/events/{id}',     editEvent,             'evtV1UpdateEvent',      item(),       changed(event)],
  [DELETE,    '/events/{id}',     removal(eventRef),     'evtV1DeleteEvent',      nothing,      removed],
  [READ,      '/organizers',      listLinked,            'evtV1Organizers',       entities,     listed('organizer', sought)],
  [CREATE,    '/organizers',      createOrganizer,       'evtV1CreateOrganizer',  item(),       made(organizer)],
  [READ,      '/organizers/{id}', {},                    'evtV1Organizer',        item(),       shown('organizer')],
  [REPLACE,   '/organizers/{id}', editOrganizer,         'evtV1UpdateOrganizer',  item(),       changed(organizer)],
  [DELETE,    '/organizers/{id}', removal(organizerRef), 'evtV1DeleteOrganizer',  nothing,      removed],
  [READ,      '/venues',          listLinked,            'evtV1Venues',           entities,     listed('venue', sought)],
  [CREATE,    '/venues',          createVenue,           'evtV1CreateVenue',      item(),       made(venue)],
  [READ,      '/venues/{id}',     {},                    'evtV1Venue',            item(),       shown('venue')],
  [REPLACE,   '/venues/{id}',     editVenue,             'evtV1UpdateVenue',      item(),       changed(venue)],
  [DELETE,    '/venues/{id}',     removal(venueRef),     'evtV1DeleteVenue',      nothing,      removed],
], {
  segments: { id: '\\d+' },
  inputMembers: {
    date_gmt: 'dateUtc', content: 'description', author: 'authorId', featured_media: 'image', sticky: 'isSticky', tags: 'tagIds',
    tribe_events_cat: 'categoryIds', start_date: 'start', start_date_utc: 'startUtc', end_date: 'end', end_date_utc: 'endUtc',
    duration: 'durationSeconds', featured: 'isFeatured',
  },
});
