import type { viewSlugs } from '#app/domains/events/calendar/calendar-query.ts';
import type { EnumDefinition } from '../public/public-mapping.ts';

export const calendarViews: EnumDefinition = {
  name: 'CalendarViewKind',
  description: 'Type of a view of the calendar.',
  values: {
    list: 'A list of events.',
    month: 'Events of a month.',
    day: 'Events of a day.',
    week: 'Events of a week.',
    'latest-past': 'The latest past events.',
    reflector: 'The parameters of the request as JSON, for programs.',
  } satisfies Record<(typeof viewSlugs)[number], string>,
};
