/**
 * Maximum number of concurrent registrations for one ticket. They wait for each other in the database, so more of them would only occupy connections.
 * Further registrations wait in the queue of the process. If a statement shows meanwhile that no place is free, they need no statement of their own.
 */
const MAX_CONCURRENT = 4;

interface Queue {
  running: number;
  waiting: (() => void)[];
  /** Step at which the last statement that found no free place started; see `#steps`. */
  soldOutStep: number;
}

/** State of a registration when its turn begins. */
export interface TurnState {
  /** True if a statement that started after the request for this registration found no free place. Another statement would have the same result. */
  isDecided: boolean;
}

/** Queues registrations of a process by ticket ID. */
export class RegistrationQueue {
  readonly #queues = new Map<number, Queue>();
  /** Number of requests and started statements so far. Shows which of two came first. */
  #steps = 0;

  /** Calls `register` when its turn comes. `isShort` returns true if the result means that no place was free. */
  async run<T>(ticketId: number, register: (turn: TurnState) => Promise<T>, isShort: (result: T) => boolean): Promise<T> {
    const requestStep = (this.#steps += 1);
    const queue = this.#queues.get(ticketId) ?? { running: 0, waiting: [], soldOutStep: 0 };
    this.#queues.set(ticketId, queue);
    if (queue.running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    queue.running += 1;
    const startStep = (this.#steps += 1);
    const isDecided = queue.soldOutStep > requestStep;
    try {
      const result = await register({ isDecided });
      if (!isDecided && isShort(result)) queue.soldOutStep = Math.max(queue.soldOutStep, startStep);
      return result;
    } finally {
      queue.running -= 1;
      const next = queue.waiting.shift();
      if (next) next();
      else if (queue.running === 0) this.#queues.delete(ticketId);
    }
  }
}
