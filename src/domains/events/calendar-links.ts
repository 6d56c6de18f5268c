import { addDays } from './calendar/days.ts';
import type { EventRecord } from './event.record.ts';

/** URLs that add an event to a calendar. */
export interface CalendarLinks {
  file: string;
  google: string;
}

/** Converts an ISO 8601 time to the basic format: `20310105T193000`. */
const toBasicFormat = (wallTime: string): string => wallTime.replace(/[-:]/g, '').slice(0, 15);

/** Returns the URLs of the event's iCalendar file and of the form of Google Calendar. `url` is the URL of the event's page. */
export function createCalendarLinks(
  event: Pick<EventRecord, 'allDay' | 'startLocal' | 'endLocal' | 'startUtc' | 'endUtc'>,
  { url, title, location }: { url: string; title: string; location: string },
): CalendarLinks {
  const { startLocal, endLocal, startUtc, endUtc } = event;
  // Google excludes the end date of all-day events
  const dates = event.allDay
    ? `${toBasicFormat(startLocal.slice(0, 10))}/${toBasicFormat(addDays(endLocal.slice(0, 10), 1))}`
    : `${toBasicFormat(startUtc)}Z/${toBasicFormat(endUtc)}Z`;
  const query = new URLSearchParams({ action: 'TEMPLATE', text: title, dates, location, details: url });
  return { file: `${url}?ical=1`, google: `https://calendar.google.com/calendar/render?${query}` };
}
