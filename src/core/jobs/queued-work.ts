import type { QueueJob } from '#db';

/** A remedy for failed jobs: a link to follow, or deleting or skipping all jobs of their type. */
export type Remedy = { linkText: string } & ({ url: string } | { action: 'delete' | 'skip' });

/** Progress of a step. */
export interface Progress {
  /** Number of processed items, up to `processTotal` of the job. An unchanged number means that nothing was done. */
  process: number;
}

/** A job type of the queue that clients see (`queue/v1`). A domain declares each type once. Both clients and the service itself can run its steps. */
export interface QueuedWork<Site> {
  /** At most 50 characters. */
  type: string;
  /** Name for administrators. */
  label: string;
  /** Explanation for administrators when jobs of this type have failed. */
  description: string;
  /** Returns remedies for failed jobs. */
  remedies?(site: Site): readonly Remedy[];
  /**
   * Runs one step of a job and returns the progress. Called again until everything is done. A step must take less than a minute and tolerate repetition.
   * Absent if clients do the work.
   */
  run?(site: Site, job: QueueJob): Promise<Progress>;
}
