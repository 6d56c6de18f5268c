import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

/** A view that the view selector may offer. */
export type PublicView = 'list' | 'month' | 'day' | 'week';

const view = z.enum(['list', 'month', 'day', 'week']);

export const enabledViews = setting<PublicView[]>(
  'enabled_views',
  z.array(view),
  ['list', 'month', 'day'],
  'Views that the view selector of the calendar offers.',
);
export const defaultView = setting<PublicView>('default_view', view, 'list', 'View of the calendar if the address does not name one.');
export const monthEventsPerDay = setting(
  'month_events_per_day',
  z.number().int().min(1).max(100),
  12,
  'Maximum number of events that a day of the month view shows.',
);
