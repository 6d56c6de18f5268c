/** Too many wait already. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
}

/** Lets this many works run at a time; the others wait in the order they came. Throws `TooManyWaiting` when more than `mostWaiting` do. */
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
      // who waits takes the place over, so the number running stays
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
