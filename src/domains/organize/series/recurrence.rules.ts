import { invalidArguments } from '#app/core/failures/failure.ts';
import { repetitionsOf, TooManySteps } from '#app/domains/transfer/icalendar/read/expand-rule.ts';
import { parseRule, type Rule } from '#app/domains/transfer/icalendar/read/rule.ts';
import { ValueFault } from '#app/domains/transfer/icalendar/read/value-fault.ts';
import { untilOf } from '#app/domains/transfer/icalendar/read/wall.ts';

/** Maximum number of events in a series, including the first. */
export const MAX_OCCURRENCES = 100;

const MAX_STEPS = 50_000;

/** Start times of a series as wall times `YYYY-MM-DDTHH:mm:ss`, or the error in the rule. */
type Occurrences = { starts: string[] } | { problem: 'rule' | 'tooMany' | 'noFurther'; why: string };

const wrong = (why: string): Occurrences => ({ problem: 'rule', why });

const DAY_MS = 86_400_000;
const asMs = (local: string) => Date.parse(`${local.slice(0, 19)}Z`);
const asLocal = (ms: number) => new Date(ms).toISOString().slice(0, 19);
const dayOf = (local: string) => Math.floor(asMs(local) / DAY_MS);

function followed(rule: Rule, start: number, limit: number): Occurrences {
  const { frequency, hours, minutes, seconds, count, until } = rule;
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)) return wrong('A series repeats DAILY, WEEKLY, MONTHLY or YEARLY.');
  if (hours.length + minutes.length + seconds.length > 0)
    return wrong('The first event sets the time of day: leave out BYHOUR, BYMINUTE and BYSECOND.');
  if (count === null && until === null) return wrong('A series needs an end: COUNT or UNTIL.');
  const last = until === null ? Infinity : untilOf(until, (moment) => moment);
  const most = Math.min(count ?? Infinity, limit + 1);
  const found = [start];
  for (const moment of repetitionsOf(rule, start, { left: MAX_STEPS }).within(0, Infinity)) {
    if (moment > last || found.length >= most) break;
    if (moment > start) found.push(moment);
  }
  if (found.length > limit) return { problem: 'tooMany', why: `A series has at most ${MAX_OCCURRENCES} events.` };
  if (found.length < 2) return { problem: 'noFurther', why: 'This rule names no further day.' };
  return { starts: found.map(asLocal) };
}

/**
 * Returns the start times of a series, at most `limit`. The first event belongs to the series even if the rule does not match it (RFC 5545,
 * 3.8.5.3). Pure.
 */
export function followRule(rule: string, startLocal: string, limit = MAX_OCCURRENCES): Occurrences {
  try {
    return followed(parseRule(rule), asMs(startLocal), limit);
  } catch (error) {
    if (error instanceof ValueFault) return wrong(`This is not a recurrence rule: ${error.message}.`);
    if (error instanceof TooManySteps) return { problem: 'noFurther', why: 'This rule names too few days.' };
    throw error;
  }
}

/** Returns the start times of a series; see `followRule`. Throws `invalid_arguments`. */
export function occurrencesOf(rule: string, startLocal: string): string[] {
  const found = followRule(rule, startLocal);
  if ('starts' in found) return found.starts;
  throw invalidArguments({ rule: found.why });
}

/** Replaces the end of a rule by a day `YYYY-MM-DD`. Pure. */
export const untilDay = (rule: string, day: string): string =>
  [...rule.split(';').filter((part) => !/^(COUNT|UNTIL)=/i.test(part)), `UNTIL=${day.replaceAll('-', '')}`].join(';');

/** Start and end of an event in its own zone, `YYYY-MM-DDTHH:mm:ss`. */
interface LocalTimes {
  startLocal: string;
  endLocal: string;
}

/** Returns the number of days between two events of a series. Pure. */
export const daysApart = (from: LocalTimes, to: LocalTimes): number => dayOf(to.startLocal) - dayOf(from.startLocal);

/** Returns the times of an event with a new start and the same duration in wall time. Pure. */
export function timesAt({ startLocal, endLocal }: LocalTimes, start: string): LocalTimes {
  return { startLocal: start, endLocal: asLocal(asMs(start) + asMs(endLocal) - asMs(startLocal)) };
}

/** Moves an event of a series like another one: by as many days, to the same time of day and duration. Pure. */
export function movedAlong(times: LocalTimes, before: LocalTimes, after: LocalTimes): LocalTimes {
  const day = (dayOf(times.startLocal) + daysApart(before, after)) * DAY_MS;
  return timesAt(after, asLocal(day + (asMs(after.startLocal) % DAY_MS)));
}
