/** Thrown instead of running a task when too many tasks are already waiting. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Returns a function that runs tasks, at most `limit` at a time. The other tasks wait in order of arrival. The function throws `QueueFullError` if
 * `maxWaiting` tasks are waiting already.
 */
export function limitConcurrency(limit: number, maxWaiting = Number.POSITIVE_INFINITY): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running += 1;
    else if (waiting.length >= maxWaiting) throw new QueueFullError();
    else await new Promise<void>((resolve) => void waiting.push(resolve));
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
