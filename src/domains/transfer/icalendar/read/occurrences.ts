import ICAL from 'ical.js';
import type { Component } from './parse-file.ts';

type Time = InstanceType<typeof ICAL.Time>;
type FileEvent = InstanceType<typeof ICAL.Event>;

/** One time at which an event takes place. */
export interface Occurrence {
  event: FileEvent;
  start: Time;
  end: Time;
  /** Which repetition it is, as the file names it; null for events that do not repeat. */
  recurrence: string | null;
}

/** How far rules are followed. */
export interface RuleBounds {
  /** Rules without an end of their own: from here on. */
  from: Date;
  until: Date;
  /** Most repetitions of one event. */
  most: number;
}

/** The occurrences of a rule within bounds. */
export interface Expansion {
  occurrences: readonly Occurrence[];
  /** The rule has more than that. */
  isCut: boolean;
}

const MOST_STEPS = 100_000;

interface Rule {
  freq: string;
  parts: Record<string, unknown[] | undefined>;
  until: unknown;
  count: unknown;
}

const rulesOf = (component: Component) =>
  component.getAllProperties('rrule').map((property) => property.getFirstValue() as unknown as Rule);

/** The library moves days that a month lacks into the next one; the format says that they are left out. */
function isReal(time: Time, start: Time, rules: readonly Rule[]): boolean {
  return rules.every(({ freq, parts }) => {
    const months = parts['BYMONTH'];
    if (months && !months.map(Number).includes(time.month)) return false;
    const isPlainYear =
      freq === 'YEARLY' &&
      ['BYMONTH', 'BYDAY', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'].every((part) => parts[part] === undefined);
    return !isPlainYear || (time.month === start.month && time.day === start.day);
  });
}

/** The times at which an event takes place: every repetition of a rule with an end, a window of one without. */
export function occurrencesOf(event: FileEvent, { from, until, most }: RuleBounds): Expansion {
  if (!event.isRecurring()) return { occurrences: [{ event, start: event.startDate, end: event.endDate, recurrence: null }], isCut: false };
  const rules = rulesOf(event.component);
  const isEndless = rules.some((rule) => !rule.until && !rule.count);
  const hasDates = event.component.hasProperty('rdate');
  const occurrences: Occurrence[] = [];
  const iterator = event.iterator();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = iterator.next() as Time | null;
    if (!next) return { occurrences, isCut: false };
    const moment = next.toJSDate();
    if (isEndless && moment > until) return { occurrences, isCut: true };
    if ((isEndless && moment < from) || (!hasDates && !isReal(next, event.startDate, rules))) continue;
    if (occurrences.length >= most) return { occurrences, isCut: true };
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    occurrences.push({ event: item, start: startDate, end: endDate, recurrence: next.toString() });
  }
  return { occurrences, isCut: true };
}
