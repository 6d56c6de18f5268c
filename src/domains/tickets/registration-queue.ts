/**
 * Registrations for one ticket wait for each other in the database anyway: more than a few at once would only keep connections from everybody
 * else. The rest waits here, and those for whom it is already decided get their result without a statement.
 */
const MAX_CONCURRENT = 4;

interface Queue {
  running: number;
  waiting: (() => void)[];
  /** When the latest statement began that found no place. */
  shortSince: number;
}

/** What a turn may know before it begins. */
export interface Turn {
  /** A statement that began after this turn was asked for has found no place: another one would only say so again. */
  isDecided: boolean;
}

/** Lets registrations of a process take their turns, by number of the ticket. */
export class RegistrationQueue {
  readonly #queues = new Map<number, Queue>();
  #steps = 0;

  /** Runs the work when its turn comes; `isShort` tells from the result whether no place was left. */
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
