/** Thrown when too many tasks are waiting. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
}

/**
 * Runs at most `most` tasks at a time; the others wait in order of arrival. Throws `TooManyWaiting` when more than `mostWaiting` tasks
 * would wait.
 */
export function limitConcurrency(most: number, mostWaiting = Number.POSITIVE_INFINITY): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else if (waiting.length >= mostWaiting) throw new TooManyWaiting();
    else await new Promise<void>((go) => void waiting.push(go));
    try {
      return await work();
    } finally {
      // the next task takes over this slot, so the count of running tasks stays the same
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
