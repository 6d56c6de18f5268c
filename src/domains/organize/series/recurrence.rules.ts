import { invalidArguments } from '#app/core/failures/failure.ts';
import { expandRule, TooManyStepsError } from '#app/domains/transfer/icalendar/read/expand-rule.ts';
import { parseRule, type Rule } from '#app/domains/transfer/icalendar/read/rule.ts';
import { InvalidValueError } from '#app/domains/transfer/icalendar/read/value-fault.ts';
import { parseUntil } from '#app/domains/transfer/icalendar/read/wall-time.ts';

/** Maximum number of events in a series, including the first. */
export const MAX_OCCURRENCES = 100;

/** Maximum number of steps when a rule is expanded, for rules that match rarely or never. */
const MAX_STEPS = 50_000;

/** Start times of a series as wall times `YYYY-MM-DDTHH:mm:ss`, or the error in the rule. */
type Occurrences = { starts: string[] } | { problem: 'rule' | 'tooMany' | 'noFurther'; message: string };

const invalidRule = (message: string): Occurrences => ({ problem: 'rule', message });

const DAY_MS = 86_400_000;
const toMs = (local: string) => Date.parse(`${local.slice(0, 19)}Z`);
const toLocal = (ms: number) => new Date(ms).toISOString().slice(0, 19);
const toDay = (local: string) => Math.floor(toMs(local) / DAY_MS);

function listStarts(rule: Rule, start: number, limit: number): Occurrences {
  const { frequency, hours, minutes, seconds, count, until } = rule;
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency))
    return invalidRule('A series repeats DAILY, WEEKLY, MONTHLY or YEARLY.');
  if (hours.length + minutes.length + seconds.length > 0)
    return invalidRule('Omit BYHOUR, BYMINUTE and BYSECOND. The first event sets the time of day.');
  if (count === null && until === null) return invalidRule('Add COUNT or UNTIL, because a series needs an end.');
  const last = until === null ? Infinity : parseUntil(until, (moment) => moment);
  const max = Math.min(count ?? Infinity, limit + 1);
  const starts = [start];
  for (const moment of expandRule(rule, start, { remaining: MAX_STEPS }).within(0, Infinity)) {
    if (moment > last || starts.length >= max) break;
    if (moment > start) starts.push(moment);
  }
  if (starts.length > limit) return { problem: 'tooMany', message: `A series has at most ${MAX_OCCURRENCES} events.` };
  if (starts.length < 2) return { problem: 'noFurther', message: 'The rule yields no further day.' };
  return { starts: starts.map(toLocal) };
}

/**
 * Returns the start times of a series, at most `limit`. The first event belongs to the series even if the rule does not match it (RFC 5545,
 * 3.8.5.3). Pure.
 */
export function expandRecurrence(rule: string, startLocal: string, limit = MAX_OCCURRENCES): Occurrences {
  try {
    return listStarts(parseRule(rule), toMs(startLocal), limit);
  } catch (error) {
    if (error instanceof InvalidValueError) return invalidRule(`This is not a recurrence rule: ${error.message}.`);
    if (error instanceof TooManyStepsError) return { problem: 'noFurther', message: 'The rule yields no further day within 50,000 steps.' };
    throw error;
  }
}

/** Returns the start times of a series like `expandRecurrence`. Throws `invalid_arguments`. */
export function listOccurrences(rule: string, startLocal: string): string[] {
  const occurrences = expandRecurrence(rule, startLocal);
  if ('starts' in occurrences) return occurrences.starts;
  throw invalidArguments({ rule: occurrences.message });
}

/** Replaces the end of a rule with a day `YYYY-MM-DD`. Pure. */
export const replaceRuleEnd = (rule: string, day: string): string =>
  [...rule.split(';').filter((part) => !/^(COUNT|UNTIL)=/i.test(part)), `UNTIL=${day.replaceAll('-', '')}`].join(';');

/** Start and end of an event in its own zone, `YYYY-MM-DDTHH:mm:ss`. */
interface LocalTimes {
  startLocal: string;
  endLocal: string;
}

/** Returns the number of days between two events of a series. Pure. */
export const computeDayDifference = (from: LocalTimes, to: LocalTimes): number => toDay(to.startLocal) - toDay(from.startLocal);

/** Returns the times of an event with a new start and the same duration in wall time. Pure. */
export function computeTimesAt({ startLocal, endLocal }: LocalTimes, start: string): LocalTimes {
  return { startLocal: start, endLocal: toLocal(toMs(start) + toMs(endLocal) - toMs(startLocal)) };
}

/** Returns the times of an event that moves like another one: by the same number of days, to the same time of day and duration. Pure. */
export function shiftLike(times: LocalTimes, before: LocalTimes, after: LocalTimes): LocalTimes {
  const day = (toDay(times.startLocal) + computeDayDifference(before, after)) * DAY_MS;
  return computeTimesAt(after, toLocal(day + (toMs(after.startLocal) % DAY_MS)));
}
