import { CREATE, DELETE, documentation, item, list, namespace, READ, REPLACE, type RowOptions, value } from '#app/rest/table.ts';
import { document } from './document.ts';
import { force, listLinked, password } from './entity-fields.ts';
import { createEvent, editEvent, eventRef, listEvents } from './event-fields.ts';
import { createOrganizer, createVenue, editOrganizer, editVenue, organizerRef, venueRef } from './linked-fields.ts';

/** One code for the three kinds (events.md 3.3). */
const entities = list({ beyondEnd: { code: 'tec_rest_organizers_page_not_found', message: 'The requested page was not found.', bare: true } });
const nothing = value({ body: [] });

/** What handlers refuse is answered by its sentence alone (events.md 3.6). */
const bareErrors = {
  'could-not-create-event': 500, 'could-not-create-venue': 500, 'could-not-create-organizer': 500, 'could-not-update-event': 500, 'could-not-update-venue': 500,
  'could-not-update-organizer': 500, 'rest-event-not-found': 404, 'event-not-found': 404, 'venue-not-found': 404, 'organizer-not-found': 404,
  'event-is-in-trash': 410, 'venue-is-in-trash': 410, 'organizer-is-in-trash': 410, rest_trash_not_supported: 501, empty_content: 500,
};
const handled: RowOptions = { bareErrors };
const made: RowOptions = { bareErrors, status: 201 };
const shown = (title: string): RowOptions => ({ bareErrors, title, also: password });

const removal = (ref: typeof venueRef) => ({ ...ref, ...force });

/** Document 1, "Event calendar, current version"; behaviour: events.md 3. */
export default namespace('evt/v1', [
  // methods  path                parameters             runs                     answers with  options
  [READ,      '/docs',            {},                    documentation(document), value()],
  [READ,      '/events',          listEvents,            'evtV1Events',           entities,     shown('event')],
  [CREATE,    '/events',          createEvent,           'evtV1CreateEvent',      item(),       made],
  [READ,      '/events/{id}',     {},                    'evtV1Event',            item(),       shown('event')],
  [REPLACE,   '/events/{id}',     editEvent,             'evtV1UpdateEvent',      item(),       handled],
  [DELETE,    '/events/{id}',     removal(eventRef),     'evtV1DeleteEvent',      nothing,      handled],
  [READ,      '/organizers',      listLinked,            'evtV1Organizers',       entities,     shown('organizer')],
  [CREATE,    '/organizers',      createOrganizer,       'evtV1CreateOrganizer',  item(),       made],
  [READ,      '/organizers/{id}', {},                    'evtV1Organizer',        item(),       shown('organizer')],
  [REPLACE,   '/organizers/{id}', editOrganizer,         'evtV1UpdateOrganizer',  item(),       handled],
  [DELETE,    '/organizers/{id}', removal(organizerRef), 'evtV1DeleteOrganizer',  nothing,      handled],
  [READ,      '/venues',          listLinked,            'evtV1Venues',           entities,     shown('venue')],
  [CREATE,    '/venues',          createVenue,           'evtV1CreateVenue',      item(),       made],
  [READ,      '/venues/{id}',     {},                    'evtV1Venue',            item(),       shown('venue')],
  [REPLACE,   '/venues/{id}',     editVenue,             'evtV1UpdateVenue',      item(),       handled],
  [DELETE,    '/venues/{id}',     removal(venueRef),     'evtV1DeleteVenue',      nothing,      handled],
], { segments: { id: '\\d+' } });
