import type { QueueJob } from '#db';
import type { QueueJobType } from '#app/core/jobs/queue-job-type.ts';
import { now } from '#app/core/time/clock.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { conditions, type JobException, getJobState } from './job.rules.ts';
import { toProgress, type ReportedJob, pauseSiblingsIfFailed, serializeException } from './result.service.ts';
import { deleteDoneJobs, type ViewerCapabilities, jobColumns, buildVisibleCondition } from './table.ts';

/** Time for which a run locks its job. When it has passed, the job of a killed process is available again. */
const RUN_MS = 60_000;
/** Time budget of a request. */
const BUDGET_MS = 5_000;

/** Returns the declaration of a job type, or undefined if no domain declares it. */
export function findQueueJobType(site: Site, type: string): QueueJobType<Site> | undefined {
  return site.domains.flatMap(({ queueJobTypes }) => queueJobTypes ?? []).find((jobType) => jobType.type === type);
}

/** Locks the job for the maximum duration of a run. Returns no row if the job is already running or not pending. */
const takeStatement = statement(
  'take_job',
  `UPDATE queue_job j SET locked = true, lock_until = $2
  WHERE j.id = $1 AND ${conditions.pending} AND NOT (j.locked AND j.lock_until > $3) RETURNING ${jobColumns.list}`,
  jobColumns,
);

async function takeJob(site: Site, id: number): Promise<QueueJob | undefined> {
  const moment = now();
  const [job] = await site.db.rows(takeStatement, [id, new Date(moment.getTime() + RUN_MS), moment]);
  return job;
}

function toException(error: unknown): JobException {
  const code = error instanceof Failure ? error.code : error instanceof Error ? error.name : 'error';
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'queue_job_execute_exception',
    message,
    data: { exception: { id: null, code, message, stack: error instanceof Error ? (error.stack ?? '') : '', at: now().toISOString() } },
  };
}

const notCallable = ({ callable }: QueueJob): JobException => ({
  code: 'queue_job_execute_not_callable',
  message: 'This service has no code for this job.',
  data: { callable },
});

/** Runs one step of a job. Returns the new progress, and the exception if the step failed. */
async function executeStep(site: Site, job: QueueJob): Promise<{ process: number; exception: JobException | null }> {
  const jobType = findQueueJobType(site, job.callable ?? job.type);
  if (!jobType?.run) return { process: job.process, exception: notCallable(job) };
  try {
    const { process } = await jobType.run(site, job);
    return { process: toProgress(process), exception: null };
  } catch (error) {
    site.log.warn({ err: error, job: job.id, type: job.type }, 'a job of the queue failed');
    return { process: job.process, exception: toException(error) };
  }
}

const storeStep = statement(
  'note_job_step',
  `UPDATE queue_job j SET process = $2, exception = $3::jsonb, locked = false, lock_until = $4, duration_ms = coalesce(j.duration_ms, 0) + $5,
      runs = CASE WHEN $3::jsonb IS NOT NULL OR $2 = j.process OR $2 >= j.process_total THEN j.runs + 1 ELSE j.runs END
    WHERE j.id = $1 RETURNING ${jobColumns.list}`,
  jobColumns,
);

/** Runs one step of a locked job and stores the result. A failed step is retried after the delay of the job, up to its maximum number of runs. */
async function runStep(site: Site, job: QueueJob): Promise<ReportedJob> {
  const startedAt = now().getTime();
  const { process, exception } = await executeStep(site, job);
  const endedAt = now();
  const nextRunAt = new Date(endedAt.getTime() + (exception ? job.delayMs : 0));
  return await site.db.transaction(async (tx) => {
    const [after] = await queryIn(tx, storeStep, job.id, process, serializeException(exception), nextRunAt, endedAt.getTime() - startedAt);
    // without a row, the job was deleted while it ran
    if (!after) return { job: { ...job, process, exception: exception as never }, isPaused: false };
    return await pauseSiblingsIfFailed(tx, after);
  });
}

/** Result of running jobs. */
export interface RunResult {
  done: QueueJob[];
  failed: QueueJob[];
  isPaused: boolean;
}

const lockedException: JobException = { code: 'queue_job_locked', message: 'Another process is running this job.', data: null };

const selectRunnable = statement(
  'jobs_to_run',
  `SELECT ${jobColumns.list} FROM queue_job j WHERE j.id = ANY ($1) AND j.worker = 'server' AND ${conditions.pending} AND ${buildVisibleCondition('$2')}
    ORDER BY j.priority, j.id`,
  jobColumns,
);

/**
 * Runs jobs of the service in order, for at most five seconds and until a job fails. Skips jobs of clients, and jobs that are done or do not exist.
 */
export async function runJobs(site: Site, capabilities: ViewerCapabilities, ids: readonly number[]): Promise<RunResult> {
  await deleteDoneJobs(site);
  const runnable = await site.db.rows(selectRunnable, [ids, capabilities]);
  const deadline = now().getTime() + BUDGET_MS;
  const done: QueueJob[] = [];
  for (const { id } of runnable) {
    for (;;) {
      if (now().getTime() >= deadline) return { done, failed: [], isPaused: false };
      const job = await takeJob(site, id);
      if (!job) {
        const blocked = await site.db.prisma.queueJob.findUnique({ where: { id } });
        if (blocked && ['pending', 'picked'].includes(getJobState(blocked, now())))
          return { done, failed: [{ ...blocked, exception: lockedException as never }], isPaused: false };
        break;
      }
      const { job: after, isPaused } = await runStep(site, job);
      if (after.exception !== null) return { done, failed: [after], isPaused };
      if (after.process >= after.processTotal) {
        done.push(after);
        break;
      }
      // each step without progress counts as a run, so the loop ends
      if (after.runs > after.retries) return { done, failed: [after], isPaused };
    }
  }
  return { done, failed: [], isPaused: false };
}

const takeNext = statement(
  'next_job',
  `WITH free AS MATERIALIZED (
    SELECT j.id FROM queue_job j WHERE j.worker = 'server' AND ${conditions.pending} AND j.lock_until <= $1
      ORDER BY j.priority, j.id LIMIT 1 FOR UPDATE SKIP LOCKED
  ) UPDATE queue_job j SET locked = true, lock_until = $2 FROM free WHERE j.id = free.id RETURNING ${jobColumns.list}`,
  jobColumns,
);

/**
 * Runs pending jobs of the service for at most `budgetMs` milliseconds and returns the number of steps. Several processes can call it at the same
 * time.
 */
export async function runPendingJobs(site: Site, budgetMs: number): Promise<number> {
  const deadline = now().getTime() + budgetMs;
  for (let steps = 0; ; steps += 1) {
    const moment = now();
    if (moment.getTime() >= deadline) return steps;
    const [job] = await site.db.rows(takeNext, [moment, new Date(moment.getTime() + RUN_MS)]);
    if (!job) return steps;
    await runStep(site, job);
  }
}
