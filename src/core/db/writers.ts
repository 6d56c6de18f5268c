import { DatabaseBusy } from './errors.ts';

/** Limits and counts concurrent writers. */
export interface Writers {
  /** Runs work that writes or may wait for locks, as soon as the limit permits. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Waits for permission to write and returns the function that releases it. Throws DatabaseBusy after the maximum wait. */
  enter: () => Promise<() => void>;
  counts: () => { writing: number; waiting: number };
}

/** Default number of connections for writers: three quarters of the pool, at least one. */
export function writersOf(connections: number): number {
  return Math.max(1, connections - Math.max(1, Math.floor(connections / 4)));
}

/**
 * Limits the transactions and writing statements on a pool's connections, in order of arrival. Readers thus always find a connection, however many writers
 * wait for a row. A writer waits at most `waitMs`.
 */
export function limitWriters(most: number, waitMs: number): Writers {
  const waiting = new Set<() => void>();
  let writing = 0;

  const leaving = () => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [first] = waiting;
      if (first) first();
      else writing -= 1;
    };
  };

  const enter = (): Promise<() => void> => {
    if (writing < most) {
      writing += 1;
      return Promise.resolve(leaving());
    }
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        waiting.delete(turn);
        resolve(leaving());
      };
      const timer = setTimeout(() => {
        waiting.delete(turn);
        reject(new DatabaseBusy());
      }, waitMs);
      waiting.add(turn);
    });
  };

  return {
    enter,
    async run(work) {
      const leave = await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    counts: () => ({ writing, waiting: waiting.size }),
  };
}
