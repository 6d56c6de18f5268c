import type { SeriesScope } from '#app/domains/organize/series/series.service.ts';
import { builder } from '../builder.ts';

export const EventSeriesScope = builder.enumType('EventSeriesScope', {
  description: 'Which events of a series are changed.',
  values: {
    ONE: { value: 'one', description: 'Only the event itself.' },
    FOLLOWING: { value: 'following', description: 'The event and all later events of the series.' },
    ALL: { value: 'all', description: 'All events of the series.' },
  } satisfies Record<string, { value: SeriesScope; description: string }>,
});
