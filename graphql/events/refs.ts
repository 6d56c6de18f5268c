import { builder } from '../builder.ts';
import { Content } from '../content/content.ts';
import { nameContentType } from '../content/type-names.ts';
import { CalendarContent } from './calendar-content.ts';

/** Stands on the model `Event`; rows come with the columns of their content, terms, venues, organizers and image. */
export const Event = builder.prismaObject('Event', {
  description: 'Something that takes place at a time, perhaps at a venue, held by organizers.',
  interfaces: [Content, CalendarContent],
});

/** Stands on the model `Venue`; rows come with the columns of their content, and the image. */
export const Venue = builder.prismaObject('Venue', {
  description: 'Where events take place. Its title is its name.',
  interfaces: [Content, CalendarContent],
});

/** Stands on the model `Organizer`; rows come with the columns of their content, and the image. */
export const Organizer = builder.prismaObject('Organizer', {
  description: 'Who holds events. Its title is the name.',
  interfaces: [Content, CalendarContent],
});

nameContentType('event', 'Event');
nameContentType('venue', 'Venue');
nameContentType('organizer', 'Organizer');
