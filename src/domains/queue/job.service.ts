import type { Prisma, QueueJob } from '#db';
import { now } from '#app/core/time/clock.ts';
import { answer } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

/** Work for the queue that clients and the service work off (consent-queue-product.md 7.1); its type is one that a domain declares (`queued`). */
export interface NewJob {
  /** At most 50 characters. */
  type: string;
  worker: 'server' | 'client';
  data: Prisma.InputJsonObject;
  /** Attempts after the first. */
  retries: number;
  /** Only holders of this capability see it. */
  capability?: string;
  /** Jobs of one group count together; places are from 1. */
  group?: { uuid: string; position: number; total: number };
}

/** Puts jobs into the queue, in their order. */
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

/** A job by its number; null when none exists of the type. */
export async function findJob(site: Site, type: string, id: number): Promise<QueueJob | null> {
  return await site.db.prisma.queueJob.findFirst({ where: { id, type } });
}

const finishing = statement(
  'finish_job',
  'UPDATE queue_job SET process = process_total, locked = false, exception = NULL, runs = runs + 1 WHERE id = $1',
);

/** Calls a job done; the queue forgets it when it is read next. */
export async function finishJob(site: Site, id: number): Promise<void> {
  await site.db.rows(finishing, [id]);
}

const values = statement('job_values', 'SELECT data->>$2 AS value FROM queue_job WHERE type = $1 AND data ? $2', answer({ value: 'text' }));

/** What the jobs of a type hold in a member of their data. */
export async function jobValues(site: Site, type: string, member: string): Promise<Set<string>> {
  const rows = await site.db.rows(values, [type, member]);
  return new Set(rows.map(({ value }) => value));
}

/** Whether there is a job of the type, in whatever state. */
export async function hasJobs(site: Site, type: string): Promise<boolean> {
  return (await site.db.prisma.queueJob.findFirst({ where: { type }, select: { id: true } })) !== null;
}

/** Forgets all jobs of these types. */
export async function deleteJobsOf({ queueJob }: Pick<Tx, 'queueJob'>, types: readonly string[]): Promise<void> {
  await queueJob.deleteMany({ where: { type: { in: [...types] } } });
}
