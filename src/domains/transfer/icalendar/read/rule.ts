import { ValueFault } from './value-fault.ts';

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
type Frequency = (typeof frequencies)[number];

/** A day of the week, 0 = Sunday. `nth` counts within the month or year, negative from its end, 0 = every. */
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
const KNOWN = new Set(
  'FREQ INTERVAL COUNT UNTIL BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS WKST RSCALE SKIP'.split(' '),
);

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const piece of text.replace(/\s/g, '').toUpperCase().split(';')) {
    const [name = '', value = ''] = piece.split('=', 2);
    if (name === '' || value === '') continue;
    if (!KNOWN.has(name) && !name.startsWith('X-')) throw new ValueFault(`${name} is not part of a rule`);
    parts.set(name, value);
  }
  return parts;
}

function day(text: string, name: string): RuleDay {
  const [, nth = '', weekday = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  if (!WEEKDAYS.includes(weekday)) throw new ValueFault(`${name}=${text} is not a day of the week`);
  return { day: WEEKDAYS.indexOf(weekday), nth: Number(nth) };
}

/** Parses a recurrence rule. Throws ValueFault if it is invalid. */
export function parseRule(text: string): Rule {
  const parts = partsOf(text);
  const whole = (name: string, value: string, least: number, most: number): number => {
    const number = /^[+-]?\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) throw new ValueFault(`${name}=${value} is not a number from ${least} to ${most}`);
    return number;
  };
  const listed = (name: string) => (parts.get(name) ?? '').split(',').filter((value) => value !== '');
  /** Parses numbers from `least` to `most`; with `fromEnd`, also negative ones that count from the end. */
  const numbers = (name: string, least: number, most: number, fromEnd = false): number[] =>
    [...new Set(listed(name).map((value) => whole(name, value, fromEnd ? -most : least, most)))]
      .filter((number) => number !== 0 || !fromEnd)
      .sort((a, b) => a - b);
  const frequency = frequencies.find((known) => known === parts.get('FREQ'));
  if (!frequency) throw new ValueFault(text.trim() === '' ? 'it is empty' : 'its FREQ is missing or not known');
  if ((parts.get('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN' || (parts.get('SKIP') ?? 'OMIT') !== 'OMIT')
    throw new ValueFault('it counts in another calendar or moves days that a month lacks');
  const count = parts.get('COUNT');
  return {
    frequency,
    interval: Math.max(1, whole('INTERVAL', parts.get('INTERVAL') ?? '1', 0, 999_999_999)),
    count: count === undefined ? null : whole('COUNT', count, 1, 999_999_999),
    until: parts.get('UNTIL') ?? null,
    months: numbers('BYMONTH', 1, 12),
    weeks: numbers('BYWEEKNO', 1, 53, true),
    yearDays: numbers('BYYEARDAY', 1, 366, true),
    monthDays: numbers('BYMONTHDAY', 1, 31, true),
    days: listed('BYDAY').map((value) => day(value, 'BYDAY')),
    hours: numbers('BYHOUR', 0, 23),
    minutes: numbers('BYMINUTE', 0, 59),
    seconds: numbers('BYSECOND', 0, 60).map((second) => Math.min(second, 59)),
    positions: numbers('BYSETPOS', 1, 366, true),
    weekStart: day(parts.get('WKST') ?? 'MO', 'WKST').day,
  };
}
