import { msToParts, type WallParts, type WallTime, wallToMs } from '../time/wall-time.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

const pad = (value: number) => String(value).padStart(2, '0');

function getOrdinalSuffix(day: number): string {
  const last = day % 10;
  if (Math.floor(day / 10) === 1) return 'th';
  return last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th';
}

type Formatter = (parts: WallParts, weekday: number) => string;

const toHour12 = ({ hour }: WallParts) => hour % 12 || 12;

const formatters: Readonly<Record<string, Formatter>> = {
  d: ({ day }) => pad(day),
  j: ({ day }) => String(day),
  S: ({ day }) => getOrdinalSuffix(day),
  D: (_, weekday) => (WEEKDAYS[weekday] ?? '').slice(0, 3),
  l: (_, weekday) => WEEKDAYS[weekday] ?? '',
  N: (_, weekday) => String(weekday || 7),
  w: (_, weekday) => String(weekday),
  m: ({ month }) => pad(month),
  n: ({ month }) => String(month),
  M: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  F: ({ month }) => MONTHS[month - 1] ?? '',
  Y: ({ year }) => String(year).padStart(4, '0'),
  y: ({ year }) => pad(year % 100),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  g: (parts) => String(toHour12(parts)),
  h: (parts) => pad(toHour12(parts)),
  G: ({ hour }) => String(hour),
  H: ({ hour }) => pad(hour),
  i: ({ minute }) => pad(minute),
  s: ({ second }) => pad(second),
};

/** Formats a local time in a date format of the site's settings, such as `F j, Y` or `g:i a`. A backslash escapes the next letter. */
export function formatWallByPattern(wall: WallTime, format: string): string {
  const ms = wallToMs(wall);
  const parts = msToParts(ms);
  const weekday = new Date(ms).getUTCDay();
  return format.replace(/\\(.)|([A-Za-z])/g, (_, escaped: string | undefined, letter: string | undefined) =>
    escaped !== undefined ? escaped : (formatters[letter ?? '']?.(parts, weekday) ?? letter ?? ''),
  );
}

/** Removes the year and its separator from a date format: `F j, Y` becomes `F j`. */
export function removeYear(format: string): string {
  return format.replace(/[\s,./-]*(?<!\\)[Yyo]$/, '').replace(/(?<!\\)[Yyo][\s,./-]*/, '');
}
