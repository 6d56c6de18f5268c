import type { EventRecord } from '#app/events/event.record.ts';
import type { OrganizerRecord, VenueRecord } from '#app/events/linked.record.ts';
import { builder } from '../builder.ts';
import { nameContentType } from '../content/type-names.ts';

export const Event = builder.objectRef<EventRecord>('Event');
export const Venue = builder.objectRef<VenueRecord>('Venue');
export const Organizer = builder.objectRef<OrganizerRecord>('Organizer');

nameContentType('event', 'Event');
nameContentType('venue', 'Venue');
nameContentType('organizer', 'Organizer');
