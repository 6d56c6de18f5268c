import type { QueueJob } from '#db';

/** Code of the exception of jobs that are paused because other jobs of the same type have failed. */
export const PAUSED = 'queue_paused_previous_failed';

/** Error of a job. */
export interface JobException {
  code: string;
  message: string;
  /** Additional data, or null. */
  data: unknown;
}

/**
 * State of a job. `pending`: the job waits. `picked`: it waits and is locked by a worker. `failed`: it has reached its maximum number of runs.
 * `paused`: it was stopped because other jobs of the type have failed. `done`: it is finished.
 */
export type JobState = 'pending' | 'picked' | 'failed' | 'paused' | 'done';

/** SQL conditions of the states for `queue_job j` (docs/behaviour/consent-queue-product.md 7.1). */
export const conditions = {
  pending: 'j.process < j.process_total AND j.runs <= j.retries',
  failed: `j.process < j.process_total AND j.runs > j.retries AND coalesce(j.exception->>'code', '') <> '${PAUSED}'`,
  paused: `j.process < j.process_total AND j.runs > j.retries AND j.exception->>'code' = '${PAUSED}'`,
} as const;

/** Returns the error of a job, or null. */
export function getException({ exception }: Pick<QueueJob, 'exception'>): JobException | null {
  return exception as JobException | null;
}

/** Returns the state of a job at a moment (docs/behaviour/consent-queue-product.md 7.1). */
export function getJobState(job: QueueJob, at: Date): JobState {
  if (job.process >= job.processTotal) return 'done';
  if (job.runs > job.retries) return getException(job)?.code === PAUSED ? 'paused' : 'failed';
  return job.lockUntil > at ? 'picked' : 'pending';
}

/** Compares two jobs, to sort them by their order of execution. */
export function compareByTurn(a: QueueJob, b: QueueJob): number {
  return a.priority - b.priority || a.id - b.id;
}

/**
 * Returns the data and the callable of a job for clients. Both are empty for jobs of the service, unless the data contains `keepClientData: true`.
 */
export function getPublicData({ worker, data, callable }: QueueJob): { data: Readonly<Record<string, unknown>>; callable: string | null } {
  const all = data as Record<string, unknown>;
  if (worker === 'client') return { data: all, callable };
  const { keepClientData, ...clientData } = all;
  return keepClientData === true ? { data: clientData, callable } : { data: {}, callable: null };
}
