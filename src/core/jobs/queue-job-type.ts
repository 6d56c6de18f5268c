import type { QueueJob } from '#db';

/** A way to handle failed jobs that administrators are offered: a link to follow, or deleting or skipping all jobs of the type. */
export type Remedy = { linkText: string } & ({ url: string } | { action: 'delete' | 'skip' });

/** Progress of a job after a step. */
export interface Progress {
  /** Number of processed items so far, up to `processTotal` of the job. If the number does not change, the step did nothing. */
  process: number;
}

/**
 * A type of jobs in the queue that clients see (`queue/v1`). Each type is declared once, by a domain. Clients and the service itself can run the
 * steps of a job.
 */
export interface QueueJobType<Site> {
  /** Name of the type, at most 50 characters. */
  type: string;
  /** Name that administrators see. */
  label: string;
  /** Explanation that administrators see when jobs of this type have failed. */
  description: string;
  /** Returns remedies for failed jobs. */
  remedies?(site: Site): readonly Remedy[];
  /**
   * Runs one step of a job and returns the progress. It is called until all items are processed. A step must take less than a minute, and repeating
   * it must be harmless. Absent if clients do the work.
   */
  run?(site: Site, job: QueueJob): Promise<Progress>;
}
