import { noteOnlyForNow, notePassing, type Passing } from '../caching/made-of.ts';

/** Returns the present moment; a test may replace it by a frozen or shifted one. */
export type Clock = () => Date;

const systemClock: Clock = () => new Date();

let clock = systemClock;

/**
 * The present moment. Everything that depends on time asks here, so that a test can decide what time it is. A response that asked for it is for
 * this moment only: nobody keeps it.
 */
export function now(): Date {
  noteOnlyForNow('it depends on the moment');
  return clock();
}

/** The present moment, for a response that changes with time only in these ways: it may be kept until the next one of them. */
export function nowUntil(...passings: readonly Passing[]): Date {
  notePassing(...passings);
  return clock();
}

/** A clock that always returns the given moment. */
export function frozenAt(moment: Date | string): Clock {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) throw new RangeError(`Not a moment: ${String(moment)}`);
  return () => new Date(time);
}

/** A clock that runs, but this many milliseconds ahead of (negative: behind) the real one. */
export function shiftedBy(milliseconds: number): Clock {
  return () => new Date(systemClock().getTime() + milliseconds);
}

/** Replaces the clock of this process; without argument the real one is back. */
export function setClock(replacement: Clock = systemClock): void {
  clock = replacement;
}

/** Runs the work under another clock and puts the former clock back, also after a failure and for work that awaits. */
export async function withClock<T>(replacement: Clock, work: () => T | Promise<T>): Promise<T> {
  const former = clock;
  clock = replacement;
  try {
    return await work();
  } finally {
    clock = former;
  }
}
