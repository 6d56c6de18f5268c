import type { EventTimes } from './event-times.ts';
import { type RuleOccurrences, expandRule, type Steps, TooManyStepsError } from './expand-rule.ts';
import type { Rule } from './rule.ts';
import { DAY_MS } from './rule-days.ts';
import { type Duration, parseUntil } from './wall-time.ts';
import { type FileTime, toInstant, toLocal, formatFileTime } from './zones.ts';

/** Bounds for expanding rules. */
export interface RuleBounds {
  /** Occurrences from this moment are upcoming and take precedence over past ones. */
  now: Date;
  /** Range in which rules without an end are expanded. */
  from: Date;
  until: Date;
  /** Maximum number of new occurrences per event. */
  maxOccurrences: number;
  /** Returns true if an earlier import created the event with the key. Such an event does not count toward the maximum. */
  isKnown?: (key: string) => boolean;
}

/** One occurrence of an event. */
export interface Occurrence {
  /** Local time in the zone of the event's start, in milliseconds read as UTC. */
  local: number;
  length: Duration;
  /** Original time of the occurrence as in the file. */
  name: string;
}

/** Occurrences that were left out because they exceed the maximum: their number, and the local times of the first and the last. */
export interface LeftOutOccurrences {
  count: number;
  first: number;
  last: number;
  /** True if the expansion stopped before all were counted. */
  isIncomplete: boolean;
}

/** The occurrences of an event within bounds, earliest first. */
export interface Expansion {
  occurrences: readonly Occurrence[];
  isEndless: boolean;
  leftOut: LeftOutOccurrences;
}

/** Number of periods that are expanded at once to list past occurrences, newest first. */
const PERIODS_PER_BLOCK = 100;

const floorToDay = (local: number) => Math.floor(local / DAY_MS) * DAY_MS;

/** Converts a time to local time in the zone of an event's start. For an all-day event, returns the day, even if the file contains a clock time. */
export function toLocalTimeOf(start: FileTime, time: FileTime): number {
  if (time.isDate) return time.local;
  if (!start.isDate) return toLocal(start.clock, toInstant(time));
  // a program may write midnight in the calendar's zone as a UTC time
  const local = time.isUtc ? toLocal(start.clock, time.local) : time.local;
  return local % DAY_MS === 0 ? local : floorToDay(time.local);
}

interface TimeRange {
  now: number;
  from: number;
  until: number;
}

/** Returns the last moment of a rule as local time in the zone of the event's start; infinity for a rule without UNTIL. */
function findLastMoment(rule: Rule, start: FileTime): number {
  if (rule.until === null) return Number.POSITIVE_INFINITY;
  if (!start.isDate) return parseUntil(rule.until, (instant) => toLocal(start.clock, instant));
  return parseUntil(rule.until, (instant) => (instant % DAY_MS === 0 ? instant : toLocal(start.clock, instant)));
}

/** Yields all occurrences of a rule with COUNT: first the upcoming ones, then the past ones, newest first. */
function* expandCounted(repetitions: RuleOccurrences, count: number, start: number, end: number, now: number): Generator<number> {
  const past: number[] = [];
  let remaining = count;
  // the start counts as the first occurrence (RFC 5545, 3.3.10)
  if (start < now) past.push(start);
  else yield start;
  for (const local of repetitions.within(0, Number.POSITIVE_INFINITY)) {
    if (local === start) continue;
    remaining -= 1;
    if (remaining <= 0 || local > end) break;
    if (local < now) past.push(local);
    else yield local;
  }
  yield* past.reverse();
}

function* expandUncounted(repetitions: RuleOccurrences, lastMoment: number, { now, from, until }: TimeRange): Generator<number> {
  const last = Math.min(lastMoment, until);
  const currentPeriod = Math.max(0, repetitions.findPeriod(now));
  for (const local of repetitions.within(currentPeriod, repetitions.findPeriod(last) + 1)) {
    if (local > last) break;
    if (local >= now) yield local;
  }
  const oldestPeriod = Math.max(0, Number.isFinite(from) ? repetitions.findPeriod(from) : 0);
  for (let end = Math.min(currentPeriod, repetitions.findPeriod(last)) + 1; end > oldestPeriod; end -= PERIODS_PER_BLOCK) {
    const block = [...repetitions.within(Math.max(oldestPeriod, end - PERIODS_PER_BLOCK), end)];
    yield* block.filter((local) => local >= from && local < now && local <= last).reverse();
  }
}

/** Yields the occurrences of a rule: first the upcoming ones, then the past ones, newest first. */
function* expandUpcomingFirst(rule: Rule, start: FileTime, range: TimeRange, steps: Steps): Generator<number> {
  const repetitions = expandRule(rule, start.local, steps);
  const end = findLastMoment(rule, start);
  const isEndless = rule.count === null && rule.until === null;
  if (rule.count !== null) yield* expandCounted(repetitions, rule.count, start.local, end, range.now);
  else if (isEndless) yield* expandUncounted(repetitions, end, range);
  else yield* expandUncounted(repetitions, end, { now: range.now, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY });
}

interface Exceptions {
  has(local: number): boolean;
}

function readExceptions({ start, exceptDates, exceptRules }: EventTimes, range: TimeRange, steps: Steps): Exceptions {
  const moments = new Set(exceptDates.filter(({ isDate }) => start.isDate || !isDate).map((time) => toLocalTimeOf(start, time)));
  const days = new Set(exceptDates.filter(({ isDate }) => isDate).map(({ local }) => local));
  for (const rule of exceptRules) for (const local of expandUpcomingFirst(rule, start, range, steps)) moments.add(local);
  return { has: (local) => moments.has(local) || days.has(floorToDay(local)) };
}

/** Selects occurrences up to the maximum and counts the others. */
class Selection {
  readonly occurrences: Occurrence[] = [];
  readonly leftOut: LeftOutOccurrences = { count: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, isIncomplete: false };
  readonly #seen = new Set<number>();
  readonly #maximum: number;
  readonly #isKnown: (name: string) => boolean;
  #newCount = 0;

  constructor(maximum: number, isKnown: (name: string) => boolean) {
    this.#maximum = maximum;
    this.#isKnown = isKnown;
  }

  add(occurrence: Occurrence): void {
    if (this.#seen.has(occurrence.local)) return;
    this.#seen.add(occurrence.local);
    const isKnown = this.#isKnown(occurrence.name);
    if (!isKnown && this.#newCount >= this.#maximum) {
      this.leftOut.count += 1;
      this.leftOut.first = Math.min(this.leftOut.first, occurrence.local);
      this.leftOut.last = Math.max(this.leftOut.last, occurrence.local);
      return;
    }
    if (!isKnown) this.#newCount += 1;
    this.occurrences.push(occurrence);
  }
}

/** True if an event repeats. */
export const isRepeating = ({ rules, dates }: EventTimes) => rules.length > 0 || dates.length > 0;

/**
 * Returns the occurrences of an event: all occurrences of rules with an end, and for rules without an end those within the bounds. `startName`
 * replaces the name of the first occurrence.
 */
export function expandEvent(times: EventTimes, bounds: RuleBounds, steps: Steps, uid: string, startName?: string): Expansion {
  const { start, length, rules, dates } = times;
  const range = {
    now: toLocal(start.clock, bounds.now.getTime()),
    from: toLocal(start.clock, bounds.from.getTime()),
    until: toLocal(start.clock, bounds.until.getTime()),
  };
  const isEndless = rules.some(({ count, until }) => count === null && until === null);
  const selection = new Selection(bounds.maxOccurrences, (name) => bounds.isKnown?.(`${uid}#${name}`) ?? false);
  const singleOccurrences = new Map(
    [
      ...dates.map(({ time, length: ownLength }) => ({
        local: toLocalTimeOf(start, time),
        length: ownLength ?? length,
        name: formatFileTime(time),
      })),
      { local: start.local, length, name: startName ?? formatFileTime(start) },
    ].map((occurrence) => [occurrence.local, occurrence] as const),
  );
  const singleInRange = [...singleOccurrences.values()].filter(({ local }) => !isEndless || (local >= range.from && local <= range.until));
  try {
    const exceptions = readExceptions(times, range, steps);
    const addUnlessExcepted = (occurrence: Occurrence) => (exceptions.has(occurrence.local) ? undefined : selection.add(occurrence));
    for (const occurrence of singleInRange) if (occurrence.local >= range.now) addUnlessExcepted(occurrence);
    for (const rule of rules)
      for (const local of expandUpcomingFirst(rule, start, range, steps))
        addUnlessExcepted(singleOccurrences.get(local) ?? { local, length, name: formatFileTime({ ...start, local }) });
    for (const occurrence of singleInRange) if (occurrence.local < range.now) addUnlessExcepted(occurrence);
  } catch (error) {
    if (!(error instanceof TooManyStepsError)) throw error;
    selection.leftOut.isIncomplete = true;
  }
  return { occurrences: selection.occurrences.sort((a, b) => a.local - b.local), isEndless, leftOut: selection.leftOut };
}
