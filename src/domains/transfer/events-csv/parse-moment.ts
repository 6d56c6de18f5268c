import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { parseTime } from '#app/core/time/parse-time.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { type DayOrder, parseDay } from './parse-day.ts';

const pad = (value: string | number) => String(value).padStart(2, '0');
const HOUR_WORD = 'h|hs|hrs?|hours?|heures?|horas?|uhr';
const PREFIX = /^(?:um|ab|at|a las|a la|a)\s+/;
const SUFFIX = new RegExp(`\\s*(?:${HOUR_WORD}|min)\\.?$`);
const CLOCK = new RegExp(`^(\\d{1,2})(?:\\s*(?::|\\.|${HOUR_WORD})\\s*(\\d{2})(?:[:.](\\d{2}))?)?\\s*(?:([ap])\\.?\\s?m?\\.?)?$`);

/**
 * Parses `7:30:00`, `9:00 AM`, `9 p. m.`, `21.45`, `20h30`, `20:00 Uhr` to `HH:MM:SS`. Returns midnight for an empty string, undefined for
 * other strings.
 */
function parseClock(text: string): string | undefined {
  if (text === '') return '00:00:00';
  const normalized = foldForSearch(text).trim().replace(PREFIX, '').replace(SUFFIX, '');
  const [, hour, minute = '00', second = '00', amOrPm] = CLOCK.exec(normalized) ?? [];
  if (hour === undefined) return undefined;
  const hours = amOrPm === undefined ? Number(hour) : (Number(hour) % 12) + (amOrPm === 'p' ? 12 : 0);
  return hours <= 23 && Number(minute) <= 59 && Number(second) <= 59 ? `${pad(hours)}:${minute}:${second}` : undefined;
}

/** Matches strings that contain a clock time, not just a number. */
const CONTAINS_CLOCK = new RegExp(`\\d\\s*(?:[:.]\\s*\\d|(?:${HOUR_WORD})(?![a-z])|h\\d|[ap]\\.?\\s?m)`, 'i');

/**
 * Splits a cell with date and time: `2031-05-20 19:30`, `5/20/2031 7:30 PM`, `20. Mai 2031, 19.30 Uhr`. The clock is empty if it is missing.
 * The day is undefined if the cell is invalid.
 */
export function splitMoment(text: string, order: DayOrder): { day: string | undefined; clock: string } {
  const dayOnly = parseDay(text, order);
  if (dayOnly !== undefined) return { day: dayOnly, clock: '' };
  for (const gap of text.matchAll(/(?<=\d)T(?=\d)|[\s,]+/g)) {
    const [day, clock] = [parseDay(text.slice(0, gap.index), order), text.slice(gap.index + gap[0].length)];
    if (day !== undefined && CONTAINS_CLOCK.test(clock) && parseClock(clock) !== undefined) return { day, clock };
  }
  return { day: undefined, clock: '' };
}

/** Parses day and clock time as local time. The cell of the day may contain both. Returns undefined if they are invalid. */
export function parseMoment(text: string, clockText: string, order: DayOrder = 'month first'): WallTime | undefined {
  const { day, clock } = splitMoment(text, order);
  const time = parseClock(clockText || clock);
  if (day === undefined || time === undefined) return undefined;
  const wall = parseTime(`${day}T${time}`, 'UTC', new Date(0))?.wall;
  // rejects days that do not exist, such as 31 February, which would roll over
  return wall?.startsWith(day) ? wall : undefined;
}
