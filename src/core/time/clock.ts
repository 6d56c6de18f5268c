import { markUncacheable, markTimeDependent, type TimeDependency } from '../caching/cache-dependencies.ts';

/** A source of the current time. Tests may replace it with a frozen or shifted clock. */
export type Clock = () => Date;

const systemClock: Clock = () => new Date();

let clock = systemClock;

/**
 * Returns the current time. All code that depends on time must use it, so that tests can set the time. A response that calls it is not cached, unless
 * `expiresWith` lists what changes with time, such as the start of ticket sales. The response is then cached until the next of these changes.
 */
export function now({ expiresWith }: { expiresWith?: readonly TimeDependency[] } = {}): Date {
  if (expiresWith) markTimeDependent(...expiresWith);
  else markUncacheable('it depends on the current time');
  return clock();
}

/** Returns a clock that always returns the given moment. */
export function createFrozenClock(moment: Date | string): Clock {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) throw new RangeError(`Not a moment: ${String(moment)}`);
  return () => new Date(time);
}

/** Returns a running clock that is ahead of the real time by this many milliseconds. A negative number means behind. */
export function createShiftedClock(milliseconds: number): Clock {
  return () => new Date(systemClock().getTime() + milliseconds);
}

/** Replaces the clock of this process. Without an argument, restores the real clock. */
export function setClock(replacement: Clock = systemClock): void {
  clock = replacement;
}

/** Runs the work with another clock, then restores the previous clock. Waits for asynchronous work, and also restores the clock if the work fails. */
export async function withClock<T>(replacement: Clock, work: () => T | Promise<T>): Promise<T> {
  const previous = clock;
  clock = replacement;
  try {
    return await work();
  } finally {
    clock = previous;
  }
}
