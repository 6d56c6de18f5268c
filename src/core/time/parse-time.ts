import { now } from './clock.ts';
import { toInstantMoment, isPlausible, toLocalMoment, parseOffset } from './date-time.ts';
import type { ParsedTime } from './date-time.ts';
import { msToParts, partsToMs } from './wall-time.ts';
import type { WallParts } from './wall-time.ts';
import { isZone, localToInstant, getZoneByName } from './zone.ts';
import type { Zone, ZoneName } from './zone.ts';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_WORDS: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 };
const UNIT_SECONDS: Record<string, number> = { second: 1, sec: 1, minute: 60, min: 60, hour: 3600 };
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, fortnight: 14 };
const UNIT_MONTHS: Record<string, number> = { month: 1, year: 12 };
/** Maximum length of a string that is parsed, to limit the work for a request. */
const MAX_LENGTH = 100;

const UNIT = '(seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|fortnights?|months?|years?)';
const WEEKDAY = '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?)';
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';

/** Parts of a string that have been parsed so far. */
interface ParsedParts {
  date?: { year: number; month: number; day: number };
  clock?: { hour: number; minute: number; second: number };
  /** True after a date or a word such as `tomorrow`. Then a result without a clock time is at midnight instead of the current time. */
  startsAtMidnight: boolean;
  days: number;
  months: number;
  seconds: number;
  weekday?: { index: number; direction: -1 | 0 | 1 };
  zone?: Zone;
  offset?: number;
}

/** Applies the groups of a match to the parsed parts. Returns false if a number is invalid or a part is repeated. */
type ApplyMatch = (parsed: ParsedParts, groups: string[]) => boolean;

const RULES: Array<[RegExp, ApplyMatch]> = [
  [createPattern('(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})(?!\\d)t?'), (parsed, [y, , m, d]) => setDate(parsed, y, m, d)],
  [createPattern('(\\d{4})(\\d{2})(\\d{2})(?!\\d)t?'), (parsed, [y, m, d]) => setDate(parsed, y, m, d)],
  [createPattern('(\\d{1,2})/(\\d{1,2})/(\\d{4})(?!\\d)'), (parsed, [m, d, y]) => setDate(parsed, y, m, d)],
  [createPattern('(\\d{1,2})([.-])(\\d{1,2})\\2(\\d{4})(?!\\d)'), (parsed, [d, , m, y]) => setDate(parsed, y, m, d)],
  [
    createPattern(`(\\d{1,2})(?:st|nd|rd|th)?[ -]?${MONTH}[ -](\\d{4})(?![\\d:])`),
    (parsed, [d, m, y]) => setDate(parsed, y, getMonth(m), d),
  ],
  [createPattern(`${MONTH} ?(\\d{1,2})(?:st|nd|rd|th)? (\\d{4})(?![\\d:])`), (parsed, [m, d, y]) => setDate(parsed, y, getMonth(m), d)],
  [
    createPattern('(\\d{1,2})(?::(\\d{2}))?(?::(\\d{2}))? ?([ap])\\.?m\\b\\.?'),
    (parsed, [h, m, s, meridiem]) => setTwelveHourClock(parsed, h, m, s, meridiem),
  ],
  [
    createPattern('(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?(?!\\d)'),
    (parsed, [h, m, s]) => setClock(parsed, Number(h), Number(m), Number(s ?? 0)),
  ],
  [createPattern('noon\\b'), (parsed) => setClock(parsed, 12, 0, 0)],
  [createPattern('midnight\\b'), (parsed) => setClock(parsed, 0, 0, 0)],
  [createPattern('now\\b'), () => true],
  [createPattern('(today|tomorrow|yesterday)\\b'), (parsed, [word]) => addDays(parsed, DAY_WORDS[word ?? ''] ?? 0)],
  [createPattern(`([+-]? ?\\d{1,6}) ?${UNIT}\\b`), (parsed, [amount, unit]) => addUnits(parsed, Number(amount?.replace(' ', '')), unit)],
  [createPattern('ago\\b'), negateAmounts],
  [createPattern(`(next|last|previous|this) ${UNIT}\\b`), (parsed, [word, unit]) => addUnits(parsed, getDirection(word), unit)],
  [createPattern(`(?:(next|last|previous|this) )?${WEEKDAY}\\b`), (parsed, [word, day]) => setWeekday(parsed, getDirection(word), day)],
  [createPattern('(z|utc|gmt)(?![a-z+-])'), (parsed) => setOffset(parsed, 0)],
  [createPattern('(?:utc|gmt)?([+-]\\d{2}(?::?\\d{2})?)(?!\\d)'), (parsed, [offset]) => setOffset(parsed, parseOffset(offset ?? ''))],
  [createPattern('([a-z]+(?:_[a-z]+)*/[a-z_/-]+)'), (parsed, [name]) => setZone(parsed, name)],
];

function createPattern(source: string): RegExp {
  return new RegExp(`${source} ?`, 'y');
}

/**
 * Returns the current time for parsing this string. Numbers and strings that begin with a date do not depend on the current time, so responses to
 * them can be cached.
 */
export function getCurrentTimeFor(text: string | number): Date {
  return typeof text === 'number' || /^\s*\d{4}-\d/.test(text) ? now({ expiresWith: [] }) : now();
}

/**
 * Parses a time in natural language or a standard format (the "time" rule of docs/behaviour/events.md 0.4):
 * - dates, clock times and ISO strings, with or without a zone
 * - words such as `tomorrow 9am`, `next wednesday 4pm`, `+5 days 11am`, `2 weeks ago`
 * - Unix seconds, as a number or a string. A string of eight digits is a date if it can be one.
 *
 * Words and strings without a zone are local to the given zone and relative to `nowDate`. Returns undefined for other strings and for years outside 1
 * to 9999.
 */
export function parseTime(text: string | number, zone: ZoneName | Zone, nowDate: Date): ParsedTime | undefined {
  if (typeof text === 'number') return toInstantMoment(Math.floor(text) * 1000, zone);
  const normalized = text
    .trim()
    .toLowerCase()
    .replace(/[\s,]+/g, ' ');
  if (normalized === '' || normalized.length > MAX_LENGTH) return undefined;
  const parsed = parseParts(normalized);
  if (parsed !== undefined) return resolveParts(parsed, typeof zone === 'object' ? zone : getZoneByName(zone), nowDate);
  const unix = /^@?([+-]?\d+(?:\.\d+)?)$/.exec(normalized)?.[1];
  return unix === undefined ? undefined : parseTime(Number(unix), zone, nowDate);
}

function parseParts(normalized: string): ParsedParts | undefined {
  const parsed: ParsedParts = { startsAtMidnight: false, days: 0, months: 0, seconds: 0 };
  let position = 0;
  while (position < normalized.length) {
    const end = parseNext(parsed, normalized, position);
    if (end === undefined) return undefined;
    position = end;
  }
  return parsed;
}

function parseNext(parsed: ParsedParts, normalized: string, position: number): number | undefined {
  for (const [pattern, apply] of RULES) {
    pattern.lastIndex = position;
    const match = pattern.exec(normalized);
    if (match) return apply(parsed, match.slice(1)) ? pattern.lastIndex : undefined;
  }
  return undefined;
}

function resolveParts(parsed: ParsedParts, zone: Zone, nowDate: Date): ParsedTime | undefined {
  const effectiveZone = parsed.zone ?? zone;
  const nowMs = Math.floor(nowDate.getTime() / 1000) * 1000;
  if (!changesDayOrClock(parsed)) return addSeconds(nowMs, parsed, zone);
  const parts = msToParts(nowMs + (parsed.offset ?? effectiveZone.getOffset(nowMs)));
  if (parsed.startsAtMidnight || parsed.clock) Object.assign(parts, parsed.clock ?? { hour: 0, minute: 0, second: 0 });
  Object.assign(parts, parsed.date);
  parts.month += parsed.months;
  parts.day += parsed.days;
  const localMs = toWeekday(partsToMs(parts), parsed.weekday);
  if (Number.isNaN(localMs)) return undefined;
  if (parsed.offset !== undefined) return toInstantMoment(localMs - parsed.offset + parsed.seconds * 1000, zone);
  if (parsed.zone) return toInstantMoment(localToInstant(localMs, parsed.zone) + parsed.seconds * 1000, zone);
  if (parsed.seconds === 0) return toLocalMoment(localMs, zone);
  return addSeconds(localToInstant(localMs, zone), parsed, zone);
}

/** True if the parsed parts change the day or the clock time. */
function changesDayOrClock(parsed: ParsedParts): boolean {
  const { date, clock, weekday, startsAtMidnight, days, months } = parsed;
  return startsAtMidnight || days !== 0 || months !== 0 || (date ?? clock ?? weekday) !== undefined;
}

/** Adds hours, minutes and seconds as elapsed time, which clock changes do not affect. */
function addSeconds(startMs: number, parsed: ParsedParts, zone: Zone): ParsedTime | undefined {
  const result = toInstantMoment(startMs + parsed.seconds * 1000, zone);
  return result && { ...result, hasZone: false };
}

function toWeekday(localMs: number, weekday: ParsedParts['weekday']): number {
  if (weekday === undefined || Number.isNaN(localMs)) return localMs;
  const daysAhead = (weekday.index - new Date(localMs).getUTCDay() + 7) % 7;
  const days = { '-1': daysAhead - 7, 0: daysAhead, 1: daysAhead || 7 }[weekday.direction];
  return localMs + days * 86_400_000;
}

function setDate(parsed: ParsedParts, year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  const parts: WallParts = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: 0,
    minute: 0,
    second: 0,
  };
  if (parsed.date || !isPlausible(parts)) return false;
  parsed.date = { year: parts.year, month: parts.month, day: parts.day };
  parsed.startsAtMidnight = true;
  return true;
}

function getMonth(name: string | undefined): string {
  return String(MONTHS.indexOf(name?.slice(0, 3) ?? '') + 1);
}

function setClock(parsed: ParsedParts, hour: number, minute: number, second: number): boolean {
  if (parsed.clock || !isPlausible({ year: 1, month: 1, day: 1, hour, minute, second })) return false;
  parsed.clock = { hour, minute, second };
  return true;
}

function setTwelveHourClock(parsed: ParsedParts, hour?: string, minute?: string, second?: string, meridiem?: string): boolean {
  const clockHour = Number(hour);
  if (clockHour < 1 || clockHour > 12) return false;
  return setClock(parsed, (clockHour % 12) + (meridiem === 'p' ? 12 : 0), Number(minute ?? 0), Number(second ?? 0));
}

function addDays(parsed: ParsedParts, days: number): boolean {
  parsed.days += days;
  parsed.startsAtMidnight = true;
  return true;
}

function addUnits(parsed: ParsedParts, amount: number, unit = ''): boolean {
  const name = unit.replace(/s$/, '');
  parsed.seconds += amount * (UNIT_SECONDS[name] ?? 0);
  parsed.days += amount * (UNIT_DAYS[name] ?? 0);
  parsed.months += amount * (UNIT_MONTHS[name] ?? 0);
  return true;
}

function negateAmounts(parsed: ParsedParts): boolean {
  parsed.seconds = -parsed.seconds;
  parsed.days = -parsed.days;
  parsed.months = -parsed.months;
  return true;
}

function getDirection(word: string | undefined): -1 | 0 | 1 {
  if (word === 'next') return 1;
  return word === 'last' || word === 'previous' ? -1 : 0;
}

function setWeekday(parsed: ParsedParts, direction: -1 | 0 | 1, name = ''): boolean {
  if (parsed.weekday) return false;
  parsed.weekday = { index: WEEKDAYS.indexOf(name.slice(0, 3)), direction };
  parsed.startsAtMidnight = true;
  return true;
}

function setOffset(parsed: ParsedParts, offset: number | undefined): boolean {
  const isExpected = (parsed.clock ?? parsed.date) !== undefined && parsed.offset === undefined && !parsed.zone;
  if (offset === undefined || !isExpected) return false;
  parsed.offset = offset;
  return true;
}

function setZone(parsed: ParsedParts, name = ''): boolean {
  if (parsed.offset !== undefined || parsed.zone || !isZone(name)) return false;
  parsed.zone = getZoneByName(name);
  return true;
}
