import { DatabaseBusyError } from './errors.ts';

/** Limits and counts concurrent writers. */
export interface WriterLimiter {
  /** Runs work that writes or may wait for locks. Waits until the limit permits it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Waits for permission to write and returns the function that releases it. Throws DatabaseBusyError after the maximum wait. */
  acquire: () => Promise<() => void>;
  getCounts: () => { writing: number; waiting: number };
}

/** Returns the default number of connections for writers: three quarters of the pool, but at least one. */
export function getDefaultWriters(connections: number): number {
  return Math.max(1, connections - Math.max(1, Math.floor(connections / 4)));
}

/**
 * Limits the concurrent transactions and writing statements of a pool. Runs them in order of arrival. Readers thus find a free connection even if
 * many writers wait for the same row. A writer waits at most `waitMs` milliseconds.
 */
export function limitWriters(limit: number, waitMs: number): WriterLimiter {
  const waiting = new Set<() => void>();
  let writing = 0;

  const createRelease = () => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = waiting;
      if (next) next();
      else writing -= 1;
    };
  };

  const acquire = (): Promise<() => void> => {
    if (writing < limit) {
      writing += 1;
      return Promise.resolve(createRelease());
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        waiting.delete(start);
        resolve(createRelease());
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(new DatabaseBusyError());
      }, waitMs);
      waiting.add(start);
    });
  };

  return {
    acquire,
    async run(work) {
      const release = await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
    getCounts: () => ({ writing, waiting: waiting.size }),
  };
}
