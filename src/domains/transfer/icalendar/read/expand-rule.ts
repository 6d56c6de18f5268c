import type { Rule } from './rule.ts';
import { DAY_MS, toDate, createDayFilter, toDayNumber } from './rule-days.ts';

/** Budget of an expansion. Each examined day, time and candidate is a step. */
export interface Steps {
  remaining: number;
}

/** Error for a rule whose expansion needs more steps than allowed. */
export class TooManyStepsError extends Error {
  override readonly name = 'TooManyStepsError';
}

/** The occurrences of a rule. Moments are local times in the zone of the rule's start, in milliseconds read as UTC. */
export interface RuleOccurrences {
  /** Returns the index of the rule's period (year, month, week, …) that contains a moment; the period of the start is 0. */
  findPeriod(moment: number): number;
  /** Yields the occurrences of the periods from `first`, included, to `end`, excluded, earliest first. Throws `TooManyStepsError`. */
  within(first: number, end: number): Iterable<number>;
}

const UNITS = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1_000 } as const;
const LAST_YEAR = 9998;
const LAST_MOMENT = toDayNumber(LAST_YEAR + 1, 0, 1) * DAY_MS;

/** Returns the start of the next unit of time (day, hour, minute or second) after a moment. */
const getNextUnit = (moment: number, unit: number) => (Math.floor(moment / unit) + 1) * unit;

const isUnrestrictedOr = (list: readonly number[], value: number) => list.length === 0 || list.includes(value);

/** Yields the candidates of one period, earliest first. With `positions` (BYSETPOS), yields only the selected ones. */
function* selectCandidates(days: readonly number[], times: readonly number[], positions: readonly number[]): Generator<number> {
  const total = days.length * times.length;
  const getCandidate = (index: number) =>
    (days[Math.floor(index / times.length)] as number) * DAY_MS + (times[index % times.length] as number);
  if (positions.length === 0) for (let index = 0; index < total; index += 1) yield getCandidate(index);
  else {
    const indexes = new Set(positions.map((position) => (position > 0 ? position - 1 : total + position)));
    for (const index of [...indexes].sort((a, b) => a - b)) if (index >= 0 && index < total) yield getCandidate(index);
  }
}

/** Returns the times of day, in milliseconds since midnight. */
const combineTimes = (hours: readonly number[], minutes: readonly number[], seconds: readonly number[]) =>
  hours.flatMap((hour) => minutes.flatMap((minute) => seconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1000)));

/** Input for expanding a rule. `step` counts a step of the budget. */
interface ExpansionInput {
  rule: Rule;
  start: number;
  includesDay(day: number): boolean;
  hours: readonly number[];
  minutes: readonly number[];
  seconds: readonly number[];
  step(): void;
}

/** Expands rules with a period of years, months, weeks or days. */
function expandDays({ rule, start, includesDay, hours, minutes, seconds, step }: ExpansionInput): RuleOccurrences {
  const { frequency, interval, positions, weekStart } = rule;
  const startDay = Math.floor(start / DAY_MS);
  const { year, month, weekday } = toDate(startDay);
  const times = combineTimes(hours, minutes, seconds);
  const week = startDay - ((weekday - weekStart + 7) % 7);
  const getFirstDay = (period: number) => {
    if (frequency === 'YEARLY') return toDayNumber(Math.min(year + period * interval, LAST_YEAR + 1), 0, 1);
    if (frequency === 'MONTHLY') return toDayNumber(year, Math.min(month + period * interval, (LAST_YEAR + 1 - year) * 12), 1);
    return frequency === 'WEEKLY' ? week + period * interval * 7 : startDay + period * interval;
  };
  const countDays = (first: number) => {
    const date = toDate(first);
    if (frequency === 'YEARLY') return toDayNumber(date.year + 1, 0, 1) - first;
    return frequency === 'MONTHLY' ? toDayNumber(date.year, date.month + 1, 1) - first : frequency === 'WEEKLY' ? 7 : 1;
  };
  return {
    findPeriod(moment) {
      const date = toDate(Math.floor(moment / DAY_MS));
      const unitsPassed = {
        YEARLY: date.year - year,
        MONTHLY: (date.year - year) * 12 + date.month - month,
        WEEKLY: (Math.floor(moment / DAY_MS) - week) / 7,
      }[frequency as string];
      return Math.floor((unitsPassed ?? Math.floor(moment / DAY_MS) - startDay) / interval);
    },
    *within(first, end) {
      for (let period = Math.max(0, first); period < end; period += 1) {
        const begin = getFirstDay(period);
        if (begin * DAY_MS >= LAST_MOMENT) return;
        const days: number[] = [];
        for (let day = begin; day < begin + countDays(begin); day += 1) {
          step();
          if (includesDay(day)) days.push(day);
        }
        for (const moment of selectCandidates(days, times, positions)) {
          step();
          if (moment >= start) yield moment;
        }
      }
    },
  };
}

/** Expands rules with a period of hours, minutes or seconds. Skips days, hours and minutes that the rule excludes. */
function expandTimes({ rule, start, includesDay, minutes, seconds, step }: ExpansionInput, unit: number): RuleOccurrences {
  const { frequency, positions } = rule;
  const length = unit * rule.interval;
  const base = Math.floor(start / unit) * unit;
  const timesInPeriod = combineTimes([0], frequency === 'HOURLY' ? minutes : [0], frequency === 'SECONDLY' ? [0] : seconds);
  /** Returns the end of the day, hour, minute or second around a moment that the rule excludes; null if it includes the moment. */
  const findExcludedEnd = (moment: number): number | null => {
    const day = Math.floor(moment / DAY_MS);
    const time = new Date(moment);
    if (!includesDay(day)) return getNextUnit(moment, DAY_MS);
    if (!isUnrestrictedOr(rule.hours, time.getUTCHours())) return getNextUnit(moment, UNITS.HOURLY);
    if (frequency !== 'HOURLY' && !isUnrestrictedOr(rule.minutes, time.getUTCMinutes())) return getNextUnit(moment, UNITS.MINUTELY);
    return frequency === 'SECONDLY' && !isUnrestrictedOr(rule.seconds, time.getUTCSeconds()) ? getNextUnit(moment, UNITS.SECONDLY) : null;
  };
  return {
    findPeriod: (moment) => Math.floor((moment - base) / length),
    *within(first, end) {
      for (let period = Math.max(0, first); period < end; ) {
        const moment = base + period * length;
        if (moment >= LAST_MOMENT) return;
        step();
        const excludedEnd = findExcludedEnd(moment);
        period = excludedEnd === null ? period + 1 : Math.ceil((excludedEnd - base) / length);
        if (excludedEnd !== null) continue;
        for (const time of selectCandidates([0], timesInPeriod, positions)) {
          step();
          if (moment + time >= start) yield moment + time;
        }
      }
    },
  };
}

/** Expands a rule from its start, which is a local time in milliseconds read as UTC. */
export function expandRule(rule: Rule, start: number, steps: Steps): RuleOccurrences {
  const time = new Date(start);
  const input: ExpansionInput = {
    rule,
    start,
    includesDay: createDayFilter(rule, Math.floor(start / DAY_MS)),
    hours: rule.hours.length > 0 ? rule.hours : [time.getUTCHours()],
    minutes: rule.minutes.length > 0 ? rule.minutes : [time.getUTCMinutes()],
    seconds: rule.seconds.length > 0 ? rule.seconds : [time.getUTCSeconds()],
    step() {
      steps.remaining -= 1;
      if (steps.remaining < 0) throw new TooManyStepsError();
    },
  };
  const unit = UNITS[rule.frequency as keyof typeof UNITS] as number | undefined;
  return unit === undefined ? expandDays(input) : expandTimes(input, unit);
}
