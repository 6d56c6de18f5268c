import { InvalidValueError } from './value-fault.ts';

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
type Frequency = (typeof frequencies)[number];

/** A day of the week; 0 is Sunday. `nth` selects the nth such day of the month or year: negative numbers count from the end, 0 selects every one. */
export interface RuleDay {
  day: number;
  nth: number;
}

/** A recurrence rule (RFC 5545, 3.3.10). Missing parts are empty. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  count: number | null;
  /** Raw value, because its meaning depends on whether it is a date, a local or a UTC time. */
  until: string | null;
  months: readonly number[];
  weeks: readonly number[];
  yearDays: readonly number[];
  monthDays: readonly number[];
  days: readonly RuleDay[];
  hours: readonly number[];
  minutes: readonly number[];
  seconds: readonly number[];
  positions: readonly number[];
  weekStart: number;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const KNOWN_PARTS = new Set(
  'FREQ INTERVAL COUNT UNTIL BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS WKST RSCALE SKIP'.split(' '),
);

function splitParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.replace(/\s/g, '').toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=', 2);
    if (name === '' || value === '') continue;
    if (!KNOWN_PARTS.has(name) && !name.startsWith('X-')) throw new InvalidValueError(`${name} is not part of a rule`);
    parts.set(name, value);
  }
  return parts;
}

function parseDay(text: string, name: string): RuleDay {
  const [, nth = '', weekday = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  if (!WEEKDAYS.includes(weekday)) throw new InvalidValueError(`${name}=${text} is not a day of the week`);
  return { day: WEEKDAYS.indexOf(weekday), nth: Number(nth) };
}

/** Parses a recurrence rule. Throws `InvalidValueError` if it is invalid. */
export function parseRule(text: string): Rule {
  const parts = splitParts(text);
  const parseInteger = (name: string, value: string, min: number, max: number): number => {
    const number = /^[+-]?\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max)) throw new InvalidValueError(`${name}=${value} is not a number from ${min} to ${max}`);
    return number;
  };
  const splitValues = (name: string) => (parts.get(name) ?? '').split(',').filter((value) => value !== '');
  /** Parses numbers from `min` to `max`; with `fromEnd`, also negative numbers, which count from the end. */
  const parseIntegers = (name: string, min: number, max: number, fromEnd = false): number[] =>
    [...new Set(splitValues(name).map((value) => parseInteger(name, value, fromEnd ? -max : min, max)))]
      .filter((number) => number !== 0 || !fromEnd)
      .sort((a, b) => a - b);
  const frequency = frequencies.find((name) => name === parts.get('FREQ'));
  if (!frequency) throw new InvalidValueError(text.trim() === '' ? 'it is empty' : 'its FREQ is missing or unknown');
  if ((parts.get('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN' || (parts.get('SKIP') ?? 'OMIT') !== 'OMIT')
    throw new InvalidValueError('it uses RSCALE or SKIP, which are not supported');
  const count = parts.get('COUNT');
  return {
    frequency,
    interval: Math.max(1, parseInteger('INTERVAL', parts.get('INTERVAL') ?? '1', 0, 999_999_999)),
    count: count === undefined ? null : parseInteger('COUNT', count, 1, 999_999_999),
    until: parts.get('UNTIL') ?? null,
    months: parseIntegers('BYMONTH', 1, 12),
    weeks: parseIntegers('BYWEEKNO', 1, 53, true),
    yearDays: parseIntegers('BYYEARDAY', 1, 366, true),
    monthDays: parseIntegers('BYMONTHDAY', 1, 31, true),
    days: splitValues('BYDAY').map((value) => parseDay(value, 'BYDAY')),
    hours: parseIntegers('BYHOUR', 0, 23),
    minutes: parseIntegers('BYMINUTE', 0, 59),
    seconds: parseIntegers('BYSECOND', 0, 60).map((second) => Math.min(second, 59)),
    positions: parseIntegers('BYSETPOS', 1, 366, true),
    weekStart: parseDay(parts.get('WKST') ?? 'MO', 'WKST').day,
  };
}
