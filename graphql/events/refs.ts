import { builder } from '../builder.ts';
import { Content } from '../content/content.ts';
import { registerContentType } from '../content/type-names.ts';
import { CalendarContent } from './calendar-content.ts';

/** GraphQL type of the model `Event`. Rows include the columns of their content, terms, venues, organizers and image. */
export const Event = builder.prismaObject('Event', {
  description: 'An event at a certain time, optionally with a venue and organizers.',
  interfaces: [Content, CalendarContent],
});

/** GraphQL type of the model `Venue`. Rows include the columns of their content, and the image. */
export const Venue = builder.prismaObject('Venue', {
  description: 'A venue of events. Its title is the name of the venue.',
  interfaces: [Content, CalendarContent],
});

/** GraphQL type of the model `Organizer`. Rows include the columns of their content, and the image. */
export const Organizer = builder.prismaObject('Organizer', {
  description: 'An organizer of events. Its title is the name of the organizer.',
  interfaces: [Content, CalendarContent],
});

registerContentType('event', 'Event');
registerContentType('venue', 'Venue');
registerContentType('organizer', 'Organizer');
