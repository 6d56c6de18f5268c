import { DatabaseBusy } from './errors.ts';

/** Who writes at the moment, and who waits for that. */
export interface Writers {
  /** Runs work that writes or may wait for others, when it is its turn. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns when a writer may begin, with what ends it; throws DatabaseBusy when it took too long. */
  enter: () => Promise<() => void>;
  counts: () => { writing: number; waiting: number };
}

/** The share of a pool's connections that is for writers unless the configuration says otherwise: three of four, one at least. */
export function writersOf(connections: number): number {
  return Math.max(1, connections - Math.max(1, Math.floor(connections / 4)));
}

/**
 * Lets at most this many transactions and writing statements at a pool's connections, in the order in which they came, so that however many wait for a row, those who only read
 * find a connection. A turn is waited for `waitMs` at most.
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
