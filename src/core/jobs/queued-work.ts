import type { QueueJob } from '#db';

/** What someone can do about jobs that failed: follow a link, or have the queue skip or delete all of their type. */
export type Remedy = { linkText: string } & ({ url: string } | { action: 'delete' | 'skip' });

/** How far a step got. */
export interface Progress {
  /** Of `processTotal` of the job; the same number as before = nothing was done. */
  process: number;
}

/**
 * Work that waits in the queue which clients see (`queue/v1`). A domain declares each type once: anyone who runs a job of it, a client that asks for
 * it or the service by itself, runs the same function.
 */
export interface QueuedWork<Site> {
  /** At most 50 characters. */
  type: string;
  /** What administrators call it. */
  label: string;
  /** What they read once jobs of it failed. */
  description: string;
  /** What they can do about it then. */
  remedies?(site: Site): readonly Remedy[];
  /**
   * Does one step of a job and tells how far it got; until all is done it is called again. A step takes less than a minute, and may be done
   * twice: it must not matter. Absent where clients do the work.
   */
  run?(site: Site, job: QueueJob): Promise<Progress>;
}
