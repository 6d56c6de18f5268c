import type { Prisma, QueueJob } from '#db';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/**
 * A new job for clients or the service (docs/behaviour/consent-queue-product.md 7.1). A domain declares the type of the job in
 * `queueJobTypes`.
 */
export interface NewJob {
  /** Type of the job, at most 50 characters. */
  type: string;
  worker: 'server' | 'client';
  data: Prisma.InputJsonObject;
  /** Maximum number of attempts after the first. */
  retries: number;
  /** Capability that a viewer needs to see the job. */
  capability?: string;
  /** Group of jobs with a common progress. Positions start at 1. */
  group?: { uuid: string; position: number; total: number };
}

/** Adds jobs to the queue, in order. */
export async function addJobs(site: Site, jobs: readonly NewJob[]): Promise<void> {
  const moment = now();
  await site.db.prisma.queueJob.createMany({
    data: jobs.map(({ type, worker, data, retries, capability = null, group }) => ({
      type,
      worker,
      data,
      retries,
      capability,
      callable: worker === 'server' ? type : null,
      created: moment,
      lockUntil: moment,
      ...(group && { groupUuid: group.uuid, groupPosition: group.position, groupTotal: group.total }),
    })),
  });
}

/** Returns the job of the type with this ID, or null. */
export async function findJob(site: Site, type: string, id: number): Promise<QueueJob | null> {
  return await site.db.prisma.queueJob.findFirst({ where: { id, type } });
}

const finishStatement = statement(
  'finish_job',
  'UPDATE queue_job SET process = process_total, locked = false, exception = NULL, runs = runs + 1 WHERE id = $1',
);

/** Marks a job as done. The next read of the queue deletes done jobs. */
export async function finishJob(site: Site, id: number): Promise<void> {
  await site.db.rows(finishStatement, [id]);
}

const selectValues = statement(
  'job_values',
  'SELECT data->>$2 AS value FROM queue_job WHERE type = $1 AND data ? $2',
  rowShape({ value: 'text' }),
);

/** Returns the different values that a member of `data` has in the jobs of a type. */
export async function findJobValues(site: Site, type: string, member: string): Promise<Set<string>> {
  const rows = await site.db.rows(selectValues, [type, member]);
  return new Set(rows.map(({ value }) => value));
}

/** True if a job of the type exists in any state. */
export async function hasJobs(site: Site, type: string): Promise<boolean> {
  return (await site.db.prisma.queueJob.findFirst({ where: { type }, select: { id: true } })) !== null;
}

/** Deletes all jobs of these types. */
export async function deleteJobsOf({ queueJob }: Pick<Tx, 'queueJob'>, types: readonly string[]): Promise<void> {
  await queueJob.deleteMany({ where: { type: { in: [...types] } } });
}
