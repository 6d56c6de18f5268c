import type { TextKey } from '#app/core/language/texts/english.ts';
import { isDay } from '#app/core/time/days.ts';
import { expandRecurrence, MAX_OCCURRENCES } from './recurrence.rules.ts';

/** Unparsed recurrence fields of the form. */
export interface RepeatForm {
  /** Frequency; empty = no repetition. */
  repeat: string;
  /** Interval in days, weeks or months. */
  every: string;
  /** Weekdays as in recurrence rules, such as `MO`; empty = the day of the first event. */
  days: readonly string[];
  /** `until` or `count` */
  ends: string;
  until: string;
  count: string;
}

/** Recurrence fields without repetition. */
export const noRepeat: RepeatForm = Object.freeze({ repeat: '', every: '1', days: [], ends: 'until', until: '', count: '' });

/** Weekdays as in recurrence rules (RFC 5545), Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** Frequencies of the form. */
const frequencies = ['daily', 'weekly', 'monthly', 'monthly-weekday'] as const;

const getWeekday = (day: string): string => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] as string;

/** Returns the weekday with its position in the month: `2TU`, or `-1TU` (the last one) for a fifth weekday, because not every month has five. */
function getWeekdayInMonth(day: string): string {
  const nth = Math.ceil(Number(day.slice(8, 10)) / 7);
  return `${nth > 4 ? -1 : nth}${getWeekday(day)}`;
}

function getByDay({ repeat, days }: RepeatForm, startDay: string): string[] {
  if (repeat === 'monthly-weekday') return [`BYDAY=${getWeekdayInMonth(startDay)}`];
  if (repeat !== 'weekly') return [];
  const selected = weekdays.filter((day) => days.includes(day));
  return [`BYDAY=${(selected.length > 0 ? selected : [getWeekday(startDay)]).join(',')}`];
}

const isWhole = (text: string, max: number) => /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max;

/**
 * Parses the recurrence of an event that starts on a day as a rule (RFC 5545). Returns null without repetition, or after calling `addFault`
 * for an invalid field. Pure.
 */
export function readRepeat(form: RepeatForm, startDay: string, addFault: (name: string, text: TextKey) => void): string | null {
  const { repeat, every, ends, until, count } = form;
  if (!frequencies.some((name) => name === repeat) || !isDay(startDay)) return null;
  const isUntil = ends !== 'count';
  const reject = (name: string, text: TextKey): null => (addFault(name, text), null);
  if (!isWhole(every, 99)) return reject('every', 'organize.fault.every');
  if (isUntil && !isDay(until)) return reject('until', 'organize.fault.until');
  if (!isUntil && !(isWhole(count, MAX_OCCURRENCES) && Number(count) > 1)) return reject('count', 'organize.fault.occurrences');
  const rule = [
    `FREQ=${repeat === 'daily' ? 'DAILY' : repeat === 'weekly' ? 'WEEKLY' : 'MONTHLY'}`,
    ...(Number(every) > 1 ? [`INTERVAL=${Number(every)}`] : []),
    ...getByDay(form, startDay),
    isUntil ? `UNTIL=${until.replaceAll('-', '')}` : `COUNT=${Number(count)}`,
  ].join(';');
  const occurrences = expandRecurrence(rule, `${startDay}T00:00:00`);
  if ('starts' in occurrences) return rule;
  return reject(isUntil ? 'until' : 'count', occurrences.problem === 'tooMany' ? 'organize.fault.tooMany' : 'organize.fault.noFurther');
}
