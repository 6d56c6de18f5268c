import { formatWallRange, formatLocalTime } from '#app/core/language/dates.ts';
import type { Say } from '#app/core/language/say.ts';
import { formatWallByPattern } from '#app/core/language/date-format.ts';
import type { Day, Month } from './days.ts';

/** Formats a day. English uses the pattern, because clients parse the English names. Other languages use their own format. */
function format(say: Say, day: Day, pattern: string, options: Intl.DateTimeFormatOptions): string {
  const wall = `${day}T00:00:00`;
  return say.language === 'en' ? formatWallByPattern(wall, pattern) : formatLocalTime(say.language, wall, options);
}

/** Formats a month as `January 2031`. */
export const formatMonth = (say: Say, month: Month) => format(say, `${month}-01`, 'F Y', { month: 'long', year: 'numeric' });
/** Formats a day as `January 5, 2031`. */
export const formatDate = (say: Say, day: Day) => format(say, day, 'F j, Y', { dateStyle: 'long' });
/** Formats a day as `January 5`. */
export const formatShortDay = (say: Say, day: Day) => format(say, day, 'F j', { month: 'long', day: 'numeric' });
/** Formats a day as `Sunday, January 5, 2031`. */
export const formatLongDay = (say: Say, day: Day) => format(say, day, 'l, F j, Y', { dateStyle: 'full' });
/** Formats the weekday as `Sunday`. */
export const formatWeekday = (say: Say, day: Day) => format(say, day, 'l', { weekday: 'long' });
/** Formats the weekday as `Sun`. */
export const formatShortWeekday = (say: Say, day: Day) => format(say, day, 'D', { weekday: 'short' });

function formatSpan(say: Say, first: Day, last: Day, options: Intl.DateTimeFormatOptions): string {
  return formatWallRange(say.language, `${first}T00:00:00`, `${last}T00:00:00`, options);
}

/** Formats a span as `May 4 – 10`. Shows the month or year at both ends if they differ. */
export function formatShortSpan(say: Say, first: Day, last: Day): string {
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  if (say.language !== 'en')
    return isOneYear ? formatSpan(say, first, last, { day: 'numeric', month: 'long' }) : formatLongSpan(say, first, last);
  if (!isOneYear) return `${formatDate(say, first)} – ${formatDate(say, last)}`;
  return `${formatShortDay(say, first)} – ${first.slice(0, 7) === last.slice(0, 7) ? Number(last.slice(8)) : formatShortDay(say, last)}`;
}

/** Formats a span with its year: `May 4 – 10, 2031`. */
export function formatLongSpan(say: Say, first: Day, last: Day): string {
  if (say.language !== 'en') return formatSpan(say, first, last, { day: 'numeric', month: 'long', year: 'numeric' });
  const name = formatShortSpan(say, first, last);
  return first.slice(0, 4) === last.slice(0, 4) ? `${name}, ${last.slice(0, 4)}` : name;
}
