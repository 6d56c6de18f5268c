import { formatWallRange, formatLocalTime } from '#app/core/language/dates.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { formatWallByPattern } from '#app/core/language/date-format.ts';
import type { Day, Month } from './days.ts';

/** Formats a day. English uses the pattern, because clients parse the English names. Other languages use their own format. */
function format(translate: Translate, day: Day, pattern: string, options: Intl.DateTimeFormatOptions): string {
  const wall = `${day}T00:00:00`;
  return translate.language === 'en' ? formatWallByPattern(wall, pattern) : formatLocalTime(translate.language, wall, options);
}

/** Formats a month as `January 2031`. */
export const formatMonth = (translate: Translate, month: Month) =>
  format(translate, `${month}-01`, 'F Y', { month: 'long', year: 'numeric' });
/** Formats a day as `January 5, 2031`. */
export const formatDate = (translate: Translate, day: Day) => format(translate, day, 'F j, Y', { dateStyle: 'long' });
/** Formats a day as `January 5`. */
export const formatShortDay = (translate: Translate, day: Day) => format(translate, day, 'F j', { month: 'long', day: 'numeric' });
/** Formats a day as `Sunday, January 5, 2031`. */
export const formatLongDay = (translate: Translate, day: Day) => format(translate, day, 'l, F j, Y', { dateStyle: 'full' });
/** Formats the weekday as `Sunday`. */
export const formatWeekday = (translate: Translate, day: Day) => format(translate, day, 'l', { weekday: 'long' });
/** Formats the weekday as `Sun`. */
export const formatShortWeekday = (translate: Translate, day: Day) => format(translate, day, 'D', { weekday: 'short' });

function formatSpan(translate: Translate, first: Day, last: Day, options: Intl.DateTimeFormatOptions): string {
  return formatWallRange(translate.language, `${first}T00:00:00`, `${last}T00:00:00`, options);
}

/** Formats a span as `May 4 – 10`. Shows the month or year at both ends if they differ. */
export function formatShortSpan(translate: Translate, first: Day, last: Day): string {
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  if (translate.language !== 'en')
    return isOneYear ? formatSpan(translate, first, last, { day: 'numeric', month: 'long' }) : formatLongSpan(translate, first, last);
  if (!isOneYear) return `${formatDate(translate, first)} – ${formatDate(translate, last)}`;
  return `${formatShortDay(translate, first)} – ${first.slice(0, 7) === last.slice(0, 7) ? Number(last.slice(8)) : formatShortDay(translate, last)}`;
}

/** Formats a span with its year: `May 4 – 10, 2031`. */
export function formatLongSpan(translate: Translate, first: Day, last: Day): string {
  if (translate.language !== 'en') return formatSpan(translate, first, last, { day: 'numeric', month: 'long', year: 'numeric' });
  const name = formatShortSpan(translate, first, last);
  return first.slice(0, 4) === last.slice(0, 4) ? `${name}, ${last.slice(0, 4)}` : name;
}
