import type { EventTimes } from './event-times.ts';
import { type Repetitions, repetitionsOf, type Steps, TooManySteps } from './expand-rule.ts';
import type { Rule } from './rule.ts';
import { DAY_MS } from './rule-days.ts';
import { type Length, untilOf } from './wall.ts';
import { type FileTime, instantOf, localAt, writtenAs } from './zones.ts';

/** Bounds for expanding rules. */
export interface RuleBounds {
  /** Later occurrences are upcoming and take precedence. */
  now: Date;
  /** Range for rules without an end. */
  from: Date;
  until: Date;
  /** Maximum number of new occurrences per event. */
  most: number;
  /** True if an earlier import created the event with the key. It does not count toward the maximum. */
  isKnown?: (key: string) => boolean;
}

/** One occurrence of an event. */
export interface Occurrence {
  /** Local time of the event's start, in milliseconds read as UTC. */
  local: number;
  length: Length;
  /** Original time of the occurrence as in the file. */
  name: string;
}

/** Occurrences that exceed the maximum. */
export interface LeftOut {
  count: number;
  first: number;
  last: number;
  /** True if there are more than were counted. */
  isMore: boolean;
}

/** The occurrences of an event within bounds, earliest first. */
export interface Expansion {
  occurrences: readonly Occurrence[];
  isEndless: boolean;
  left: LeftOut;
}

/** Number of periods to expand at once when past occurrences are listed, newest first. */
const BLOCK = 100;

const floorDay = (local: number) => Math.floor(local / DAY_MS) * DAY_MS;

/** Converts a time to the local time of an event's start. For all-day events only the day counts, even if a program gives a moment. */
export function onClocksOf(start: FileTime, time: FileTime): number {
  if (time.isDate) return time.local;
  if (!start.isDate) return localAt(start.clock, instantOf(time));
  // midnight in the calendar's own zone, written in UTC
  const own = time.isUtc ? localAt(start.clock, time.local) : time.local;
  return own % DAY_MS === 0 ? own : floorDay(time.local);
}

interface Window {
  now: number;
  from: number;
  until: number;
}

/** Returns the last moment of a rule in local time of the event's start. */
function endOf(rule: Rule, start: FileTime): number {
  if (rule.until === null) return Number.POSITIVE_INFINITY;
  if (!start.isDate) return untilOf(rule.until, (instant) => localAt(start.clock, instant));
  return untilOf(rule.until, (instant) => (instant % DAY_MS === 0 ? instant : localAt(start.clock, instant)));
}

/** Yields the occurrences of a rule with a count: all of them, upcoming ones first, then past ones, newest first. */
function* ofCounted(repetitions: Repetitions, count: number, start: number, end: number, now: number): Generator<number> {
  const past: number[] = [];
  let rest = count;
  // the start counts as the first one (RFC 5545, 3.3.10)
  if (start < now) past.push(start);
  else yield start;
  for (const local of repetitions.within(0, Number.POSITIVE_INFINITY)) {
    if (local === start) continue;
    rest -= 1;
    if (rest <= 0 || local > end) break;
    if (local < now) past.push(local);
    else yield local;
  }
  yield* past.reverse();
}

function* ofOthers(repetitions: Repetitions, end: number, { now, from, until }: Window): Generator<number> {
  const last = Math.min(end, until);
  const present = Math.max(0, repetitions.periodAt(now));
  for (const local of repetitions.within(present, repetitions.periodAt(last) + 1)) {
    if (local > last) break;
    if (local >= now) yield local;
  }
  const oldest = Math.max(0, Number.isFinite(from) ? repetitions.periodAt(from) : 0);
  for (let block = Math.min(present, repetitions.periodAt(last)) + 1; block > oldest; block -= BLOCK) {
    const some = [...repetitions.within(Math.max(oldest, block - BLOCK), block)];
    yield* some.filter((local) => local >= from && local < now && local <= last).reverse();
  }
}

/** Yields the occurrences of a rule, upcoming ones first. */
function* following(rule: Rule, start: FileTime, window: Window, steps: Steps): Generator<number> {
  const repetitions = repetitionsOf(rule, start.local, steps);
  const end = endOf(rule, start);
  const isEndless = rule.count === null && rule.until === null;
  if (rule.count !== null) yield* ofCounted(repetitions, rule.count, start.local, end, window.now);
  else if (isEndless) yield* ofOthers(repetitions, end, window);
  else yield* ofOthers(repetitions, end, { now: window.now, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY });
}

interface Exceptions {
  has(local: number): boolean;
}

function exceptionsOf({ start, exceptDates, exceptRules }: EventTimes, window: Window, steps: Steps): Exceptions {
  const moments = new Set(exceptDates.filter(({ isDate }) => start.isDate || !isDate).map((time) => onClocksOf(start, time)));
  const days = new Set(exceptDates.filter(({ isDate }) => isDate).map(({ local }) => local));
  for (const rule of exceptRules) for (const local of following(rule, start, window, steps)) moments.add(local);
  return { has: (local) => moments.has(local) || days.has(floorDay(local)) };
}

/** Selects occurrences up to the maximum and counts the others. */
class Choice {
  readonly occurrences: Occurrence[] = [];
  readonly left: LeftOut = { count: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, isMore: false };
  readonly #seen = new Set<number>();
  readonly #most: number;
  readonly #isKnown: (name: string) => boolean;
  #fresh = 0;

  constructor(most: number, isKnown: (name: string) => boolean) {
    this.#most = most;
    this.#isKnown = isKnown;
  }

  offer(occurrence: Occurrence): void {
    if (this.#seen.has(occurrence.local)) return;
    this.#seen.add(occurrence.local);
    const isKnown = this.#isKnown(occurrence.name);
    if (!isKnown && this.#fresh >= this.#most) {
      this.left.count += 1;
      this.left.first = Math.min(this.left.first, occurrence.local);
      this.left.last = Math.max(this.left.last, occurrence.local);
      return;
    }
    if (!isKnown) this.#fresh += 1;
    this.occurrences.push(occurrence);
  }
}

/** True if an event repeats. */
export const repeats = ({ rules, dates }: EventTimes) => rules.length > 0 || dates.length > 0;

/** Returns the times of an event: all occurrences of a rule with an end, or a range of one without. `nameOfStart` is the name of the first occurrence. */
export function occurrencesOf(times: EventTimes, bounds: RuleBounds, steps: Steps, uid: string, nameOfStart?: string): Expansion {
  const { start, length, rules, dates } = times;
  const window = {
    now: localAt(start.clock, bounds.now.getTime()),
    from: localAt(start.clock, bounds.from.getTime()),
    until: localAt(start.clock, bounds.until.getTime()),
  };
  const isEndless = rules.some(({ count, until }) => count === null && until === null);
  const choice = new Choice(bounds.most, (name) => bounds.isKnown?.(`${uid}#${name}`) ?? false);
  const single = new Map(
    [
      ...dates.map(({ time, length: own }) => ({ local: onClocksOf(start, time), length: own ?? length, name: writtenAs(time) })),
      { local: start.local, length, name: nameOfStart ?? writtenAs(start) },
    ].map((one) => [one.local, one] as const),
  );
  const inWindow = [...single.values()].filter(({ local }) => !isEndless || (local >= window.from && local <= window.until));
  try {
    const except = exceptionsOf(times, window, steps);
    const offer = (one: Occurrence) => (except.has(one.local) ? undefined : choice.offer(one));
    for (const one of inWindow) if (one.local >= window.now) offer(one);
    for (const rule of rules)
      for (const local of following(rule, start, window, steps))
        offer(single.get(local) ?? { local, length, name: writtenAs({ ...start, local }) });
    for (const one of inWindow) if (one.local < window.now) offer(one);
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    choice.left.isMore = true;
  }
  return { occurrences: choice.occurrences.sort((a, b) => a.local - b.local), isEndless, left: choice.left };
}
