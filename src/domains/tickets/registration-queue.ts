/**
 * Registrations for one ticket wait for each other in the database, so more than a few at once would only occupy connections. The others wait here. If the
 * outcome is known meanwhile, they get it without a statement.
 */
const MAX_CONCURRENT = 4;

interface Queue {
  running: number;
  waiting: (() => void)[];
  /** When the last statement that found no free place began. */
  shortSince: number;
}

/** State of a registration when its turn begins. */
export interface Turn {
  /** True if a statement that began after this registration was requested found no free place. A new one would have the same result. */
  isDecided: boolean;
}

/** Queues registrations of a process by ticket ID. */
export class RegistrationQueue {
  readonly #queues = new Map<number, Queue>();
  #steps = 0;

  /** Runs the work when its turn comes; `isShort` returns true if the result means that no place was free. */
  async run<T>(ticketId: number, work: (turn: Turn) => Promise<T>, isShort: (result: T) => boolean): Promise<T> {
    const asked = (this.#steps += 1);
    const queue = this.#queues.get(ticketId) ?? { running: 0, waiting: [], shortSince: 0 };
    this.#queues.set(ticketId, queue);
    if (queue.running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    queue.running += 1;
    const began = (this.#steps += 1);
    const isDecided = queue.shortSince > asked;
    try {
      const result = await work({ isDecided });
      if (!isDecided && isShort(result)) queue.shortSince = Math.max(queue.shortSince, began);
      return result;
    } finally {
      queue.running -= 1;
      const next = queue.waiting.shift();
      if (next) next();
      else if (queue.running === 0) this.#queues.delete(ticketId);
    }
  }
}
