import type { QueueJob } from '#db';

/** Code of the exception that keeps a job from running into a failure its siblings have met. */
export const PAUSED = 'queue_paused_previous_failed';

/** What went wrong with a job. */
export interface JobException {
  code: string;
  message: string;
  /** Facts beside it; null = none. */
  data: unknown;
}

/** `pending` waits, `picked` is pending and someone has it, `failed` was tried too often, `paused` failed unseen because too many like it failed, `done` is all done. */
export type JobState = 'pending' | 'picked' | 'failed' | 'paused' | 'done';

/** The conditions of section 7.1 for statements, over `queue_job j`. */
export const conditions = {
  pending: 'j.process < j.process_total AND j.runs <= j.retries',
  failed: `j.process < j.process_total AND j.runs > j.retries AND coalesce(j.exception->>'code', '') <> '${PAUSED}'`,
  paused: `j.process < j.process_total AND j.runs > j.retries AND j.exception->>'code' = '${PAUSED}'`,
} as const;

/** What went wrong with a job; null while nothing has. */
export function exceptionOf({ exception }: Pick<QueueJob, 'exception'>): JobException | null {
  return exception as JobException | null;
}

/** The state of a job at a moment (section 7.1). */
export function stateOf(job: QueueJob, at: Date): JobState {
  if (job.process >= job.processTotal) return 'done';
  if (job.runs > job.retries) return exceptionOf(job)?.code === PAUSED ? 'paused' : 'failed';
  return job.lockUntil > at ? 'picked' : 'pending';
}

/** The order in which jobs are worked off. */
export function inTurn(a: QueueJob, b: QueueJob): number {
  return a.priority - b.priority || a.id - b.id;
}

/** The data of a job for clients: what it works on; for jobs of the service nothing, unless they say that clients need it. */
export function shownOf({ worker, data, callable }: QueueJob): { data: Readonly<Record<string, unknown>>; callable: string | null } {
  const all = data as Record<string, unknown>;
  if (worker === 'client') return { data: all, callable };
  const { keepClientData, ...rest } = all;
  return keepClientData === true ? { data: rest, callable } : { data: {}, callable: null };
}
