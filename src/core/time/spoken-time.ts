import { now } from './clock.ts';
import { instantMoment, isPlausible, localMoment, parseOffset } from './date-time.ts';
import type { ParsedTime } from './date-time.ts';
import { msToParts, partsToMs } from './wall-time.ts';
import type { WallParts } from './wall-time.ts';
import { isZone, localToInstant, zoneOf } from './zone.ts';
import type { Zone, ZoneName } from './zone.ts';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_WORDS: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 };
const UNIT_SECONDS: Record<string, number> = { second: 1, sec: 1, minute: 60, min: 60, hour: 3600 };
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, fortnight: 14 };
const UNIT_MONTHS: Record<string, number> = { month: 1, year: 12 };
/** Longer texts are not parsed, to limit the work per request. */
const MAX_LENGTH = 100;

const UNIT = '(seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|fortnights?|months?|years?)';
const WEEKDAY = '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?)';
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';

/** Parts understood so far. */
interface Reading {
  date?: { year: number; month: number; day: number };
  clock?: { hour: number; minute: number; second: number };
  /** True after a word such as `tomorrow` or a date: without a clock time it means midnight instead of the current time. */
  fromMidnight: boolean;
  days: number;
  months: number;
  seconds: number;
  weekday?: { index: number; direction: -1 | 0 | 1 };
  zone?: Zone;
  offset?: number;
}

/** Adds the match of a pattern to the reading. Returns false if the numbers are invalid or a part is repeated. */
type Understand = (reading: Reading, found: string[]) => boolean;

const RULES: Array<[RegExp, Understand]> = [
  [rule('(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})(?!\\d)t?'), (r, [y, , m, d]) => takeDate(r, y, m, d)],
  [rule('(\\d{4})(\\d{2})(\\d{2})(?!\\d)t?'), (r, [y, m, d]) => takeDate(r, y, m, d)],
  [rule('(\\d{1,2})/(\\d{1,2})/(\\d{4})(?!\\d)'), (r, [m, d, y]) => takeDate(r, y, m, d)],
  [rule('(\\d{1,2})([.-])(\\d{1,2})\\2(\\d{4})(?!\\d)'), (r, [d, , m, y]) => takeDate(r, y, m, d)],
  [rule(`(\\d{1,2})(?:st|nd|rd|th)?[ -]?${MONTH}[ -](\\d{4})(?![\\d:])`), (r, [d, m, y]) => takeDate(r, y, monthOf(m), d)],
  [rule(`${MONTH} ?(\\d{1,2})(?:st|nd|rd|th)? (\\d{4})(?![\\d:])`), (r, [m, d, y]) => takeDate(r, y, monthOf(m), d)],
  [rule('(\\d{1,2})(?::(\\d{2}))?(?::(\\d{2}))? ?([ap])\\.?m\\b\\.?'), (r, [h, m, s, half]) => takeHalfDayClock(r, h, m, s, half)],
  [rule('(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?(?!\\d)'), (r, [h, m, s]) => takeClock(r, Number(h), Number(m), Number(s ?? 0))],
  [rule('noon\\b'), (r) => takeClock(r, 12, 0, 0)],
  [rule('midnight\\b'), (r) => takeClock(r, 0, 0, 0)],
  [rule('now\\b'), () => true],
  [rule('(today|tomorrow|yesterday)\\b'), (r, [word]) => addDays(r, DAY_WORDS[word ?? ''] ?? 0)],
  [rule(`([+-]? ?\\d{1,6}) ?${UNIT}\\b`), (r, [amount, unit]) => addUnits(r, Number(amount?.replace(' ', '')), unit)],
  [rule('ago\\b'), turnBack],
  [rule(`(next|last|previous|this) ${UNIT}\\b`), (r, [word, unit]) => addUnits(r, directionOf(word), unit)],
  [rule(`(?:(next|last|previous|this) )?${WEEKDAY}\\b`), (r, [word, day]) => takeWeekday(r, directionOf(word), day)],
  [rule('(z|utc|gmt)(?![a-z+-])'), (r) => takeOffset(r, 0)],
  [rule('(?:utc|gmt)?([+-]\\d{2}(?::?\\d{2})?)(?!\\d)'), (r, [offset]) => takeOffset(r, parseOffset(offset ?? ''))],
  [rule('([a-z]+(?:_[a-z]+)*/[a-z_/-]+)'), (r, [name]) => takeZone(r, name)],
];

function rule(source: string): RegExp {
  return new RegExp(`${source} ?`, 'y');
}

/** Returns the current time for parsing this text. Texts that start with a date, and numbers, do not depend on it, so responses stay cacheable. */
export function presentFor(text: string | number): Date {
  return typeof text === 'number' || /^\s*\d{4}-\d/.test(text) ? now({ expiresWith: [] }) : now();
}

/**
 * Parses a time in natural language or a standard format (the "time" rule of events.md 0.4). Supports dates, clock times, words such as `tomorrow 9am`, `next
 * wednesday 4pm`, `+5 days 11am`, `2 weeks ago`, ISO texts with or without zone, and Unix seconds. These are numbers, or numeric texts except dates of eight
 * digits. Words and texts without zone are local to the given zone and relative to `nowDate`. Returns undefined for other texts and years outside 1 to 9999.
 */
export function parseTime(text: string | number, zone: ZoneName | Zone, nowDate: Date): ParsedTime | undefined {
  if (typeof text === 'number') return instantMoment(Math.floor(text) * 1000, zone);
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s,]+/g, ' ');
  if (words === '' || words.length > MAX_LENGTH) return undefined;
  const reading = understand(words);
  if (reading !== undefined) return resolve(reading, typeof zone === 'object' ? zone : zoneOf(zone), nowDate);
  const unix = /^@?([+-]?\d+(?:\.\d+)?)$/.exec(words)?.[1];
  return unix === undefined ? undefined : parseTime(Number(unix), zone, nowDate);
}

function understand(words: string): Reading | undefined {
  const reading: Reading = { fromMidnight: false, days: 0, months: 0, seconds: 0 };
  let position = 0;
  while (position < words.length) {
    const end = step(reading, words, position);
    if (end === undefined) return undefined;
    position = end;
  }
  return reading;
}

function step(reading: Reading, words: string, position: number): number | undefined {
  for (const [pattern, take] of RULES) {
    pattern.lastIndex = position;
    const match = pattern.exec(words);
    if (match) return take(reading, match.slice(1)) ? pattern.lastIndex : undefined;
  }
  return undefined;
}

function resolve(reading: Reading, zone: Zone, nowDate: Date): ParsedTime | undefined {
  const place = reading.zone ?? zone;
  const nowMs = Math.floor(nowDate.getTime() / 1000) * 1000;
  if (!isMoved(reading)) return fromNow(nowMs, reading, zone);
  const parts = msToParts(nowMs + (reading.offset ?? place.offsetAt(nowMs)));
  if (reading.fromMidnight || reading.clock) Object.assign(parts, reading.clock ?? { hour: 0, minute: 0, second: 0 });
  Object.assign(parts, reading.date);
  parts.month += reading.months;
  parts.day += reading.days;
  const localMs = toWeekday(partsToMs(parts), reading.weekday);
  if (Number.isNaN(localMs)) return undefined;
  if (reading.offset !== undefined) return instantMoment(localMs - reading.offset + reading.seconds * 1000, zone);
  if (reading.zone) return instantMoment(localToInstant(localMs, reading.zone) + reading.seconds * 1000, zone);
  if (reading.seconds === 0) return localMoment(localMs, zone);
  return fromNow(localToInstant(localMs, zone), reading, zone);
}

/** True if the reading changes the day or the clock time. */
function isMoved(reading: Reading): boolean {
  const { date, clock, weekday, fromMidnight, days, months } = reading;
  return fromMidnight || days !== 0 || months !== 0 || (date ?? clock ?? weekday) !== undefined;
}

/** Adds hours, minutes and seconds as elapsed time, independent of clock changes. */
function fromNow(startMs: number, reading: Reading, zone: Zone): ParsedTime | undefined {
  const later = instantMoment(startMs + reading.seconds * 1000, zone);
  return later && { ...later, hasZone: false };
}

function toWeekday(localMs: number, weekday: Reading['weekday']): number {
  if (weekday === undefined || Number.isNaN(localMs)) return localMs;
  const ahead = (weekday.index - new Date(localMs).getUTCDay() + 7) % 7;
  const days = { '-1': ahead - 7, 0: ahead, 1: ahead || 7 }[weekday.direction];
  return localMs + days * 86_400_000;
}

function takeDate(reading: Reading, year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  const parts: WallParts = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: 0,
    minute: 0,
    second: 0,
  };
  if (reading.date || !isPlausible(parts)) return false;
  reading.date = { year: parts.year, month: parts.month, day: parts.day };
  reading.fromMidnight = true;
  return true;
}

function monthOf(name: string | undefined): string {
  return String(MONTHS.indexOf(name?.slice(0, 3) ?? '') + 1);
}

function takeClock(reading: Reading, hour: number, minute: number, second: number): boolean {
  if (reading.clock || !isPlausible({ year: 1, month: 1, day: 1, hour, minute, second })) return false;
  reading.clock = { hour, minute, second };
  return true;
}

function takeHalfDayClock(reading: Reading, hour?: string, minute?: string, second?: string, half?: string): boolean {
  const face = Number(hour);
  if (face < 1 || face > 12) return false;
  return takeClock(reading, (face % 12) + (half === 'p' ? 12 : 0), Number(minute ?? 0), Number(second ?? 0));
}

function addDays(reading: Reading, days: number): boolean {
  reading.days += days;
  reading.fromMidnight = true;
  return true;
}

function addUnits(reading: Reading, amount: number, unit = ''): boolean {
  const name = unit.replace(/s$/, '');
  reading.seconds += amount * (UNIT_SECONDS[name] ?? 0);
  reading.days += amount * (UNIT_DAYS[name] ?? 0);
  reading.months += amount * (UNIT_MONTHS[name] ?? 0);
  return true;
}

function turnBack(reading: Reading): boolean {
  reading.seconds = -reading.seconds;
  reading.days = -reading.days;
  reading.months = -reading.months;
  return true;
}

function directionOf(word: string | undefined): -1 | 0 | 1 {
  if (word === 'next') return 1;
  return word === 'last' || word === 'previous' ? -1 : 0;
}

function takeWeekday(reading: Reading, direction: -1 | 0 | 1, name = ''): boolean {
  if (reading.weekday) return false;
  reading.weekday = { index: WEEKDAYS.indexOf(name.slice(0, 3)), direction };
  reading.fromMidnight = true;
  return true;
}

function takeOffset(reading: Reading, offset: number | undefined): boolean {
  const isExpected = (reading.clock ?? reading.date) !== undefined && reading.offset === undefined && !reading.zone;
  if (offset === undefined || !isExpected) return false;
  reading.offset = offset;
  return true;
}

function takeZone(reading: Reading, name = ''): boolean {
  if (reading.offset !== undefined || reading.zone || !isZone(name)) return false;
  reading.zone = zoneOf(name);
  return true;
}
