import { markUncacheable, notePassing, type Passing } from '../caching/cache-dependencies.ts';

/** Returns the present moment; a test may replace it by a frozen or shifted one. */
export type Clock = () => Date;

const systemClock: Clock = () => new Date();

let clock = systemClock;

/**
 * Returns the present moment. Everything that depends on time asks here, so that a test can decide what time it is. A response that used it is not cached;
 * with `expiresWith` it is cached until the next of these changes.
 */
export function now({ expiresWith }: { expiresWith?: readonly Passing[] } = {}): Date {
  if (expiresWith) notePassing(...expiresWith);
  else markUncacheable('it depends on the moment');
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
