import { formatWall } from '../date-format.ts';
import type { Day, Month } from './days.ts';
import type { ViewSlug } from './place.ts';

/** What the calendar calls its views. */
export const viewLabels: Readonly<Record<ViewSlug, string>> = {
  list: 'List',
  month: 'Month',
  day: 'Day',
  week: 'Week',
  'latest-past': 'Latest Past Events',
  reflector: 'Reflector',
};

const format = (day: Day, pattern: string) => formatWall(`${day}T00:00:00`, pattern);

/** `January 2031` */
export const monthName = (month: Month) => format(`${month}-01`, 'F Y');
/** `January 5, 2031` */
export const dayName = (day: Day) => format(day, 'F j, Y');
/** `January 5` */
export const shortDayName = (day: Day) => format(day, 'F j');
/** `Sunday, January 5, 2031` */
export const longDayName = (day: Day) => format(day, 'l, F j, Y');
/** `Sunday` */
export const weekdayName = (day: Day) => format(day, 'l');
/** `Sun` */
export const shortWeekdayName = (day: Day) => format(day, 'D');
/** `May 4 – 10`, with month and year on both sides where they differ. */
export function shortSpanName(first: Day, last: Day): string {
  if (first.slice(0, 4) !== last.slice(0, 4)) return `${dayName(first)} – ${dayName(last)}`;
  return `${shortDayName(first)} – ${first.slice(0, 7) === last.slice(0, 7) ? Number(last.slice(8)) : shortDayName(last)}`;
}
/** The same with its year: `May 4 – 10, 2031`. */
export function spanName(first: Day, last: Day): string {
  return first.slice(0, 4) === last.slice(0, 4) ? `${shortSpanName(first, last)}, ${last.slice(0, 4)}` : shortSpanName(first, last);
}
/** `1 event`, `3 events` */
export const eventCount = (count: number) => `${count} event${count === 1 ? '' : 's'}`;
