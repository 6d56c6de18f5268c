import { defineDomain } from '#app/site.ts';
import * as calendarSettings from './calendar/calendar.settings.ts';
import { seedDemoEvents } from './demo.ts';
import * as eventSettings from './events.settings.ts';
import * as eventImportSettings from './imports/event-imports.settings.ts';
import { removeOldEventImports } from './imports/retention.ts';
import { mountCalendarPages } from './pages/mount.ts';
import { renderNextEvents } from './pages/next-events.ts';
import { renderSearchCards } from './pages/search-cards.ts';
import { eventData } from './personal-data.ts';

/** Events with their venues and organizers, the calendar, and imports. */
export const events = defineDomain({
  name: 'events',
  personalData: eventData,
  settings: [...Object.values(eventSettings), ...Object.values(eventImportSettings), ...Object.values(calendarSettings)],
  demoContent: () => seedDemoEvents,
  getMenuLinks: (_site, _can, translate) => [{ label: translate('menu.events'), path: '/events/', rank: 0 }],
  getFrontPart: renderNextEvents,
  getSearchCards: renderSearchCards,
  pages: mountCalendarPages,
  cleanUp: async (site) => ({ eventImports: await removeOldEventImports(site) }),
});
