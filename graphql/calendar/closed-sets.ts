import type { viewSlugs } from '#app/domains/events/calendar/place.ts';
import type { ClosedSet } from '../public/public-mapping.ts';

export const calendarViews: ClosedSet = {
  name: 'CalendarViewKind',
  description: 'A view of the calendar.',
  values: {
    list: 'One event below the other.',
    month: 'Events of a month.',
    day: 'Events of a day.',
    week: 'Events of a week.',
    'latest-past': 'What was last.',
    reflector: 'What was asked, for programs.',
  } satisfies Record<(typeof viewSlugs)[number], string>,
};
