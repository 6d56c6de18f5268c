import { columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { capabilitiesHeldBy, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import type { Prisma, QueueJob } from '#db';

/** Columns of a job in statements over `queue_job j`. */
export const jobColumns = columns('QueueJob', 'j');

/** For whom jobs are: everybody who may use the queue, and of those with a capability only its holders. */
export type Holds = readonly string[];

export const holdsOf = (viewer: Viewer): Holds => capabilitiesHeldBy(viewer);

/** The condition of what a viewer sees; the placeholder stands for `holdsOf`. */
export const seen = (holds: string): string => `(j.capability IS NULL OR j.capability = ANY (${holds}))`;

/** The same for the Prisma client. */
export const seenBy = (holds: Holds) => ({ OR: [{ capability: null }, { capability: { in: [...holds] } }] });

export const jobNotFound = () => notFound('queue_job_not_found', 'There is no such job.');

const forgetting = statement(
  'forget_done_jobs',
  `DELETE FROM queue_job WHERE process >= process_total AND (group_uuid IS NULL OR group_uuid IN (
    SELECT group_uuid FROM queue_job WHERE group_uuid IS NOT NULL GROUP BY group_uuid HAVING sum(process) >= sum(process_total)))`,
);

/**
 * Forgets jobs that are done: those of a group once all of the group is. Every reading of the queue begins with it, so nobody sees a job that is
 * over.
 */
export async function forgetDone(site: Site): Promise<void> {
  await site.db.rows(forgetting);
}

/** A job that the viewer sees, with what else is to be read of it. Throws `queue_job_not_found`. */
export async function getJob(site: Site, holds: Holds, id: number, query: Prisma.QueueJobDefaultArgs): Promise<QueueJob> {
  await forgetDone(site);
  const job = await site.db.prisma.queueJob.findFirst({ ...query, where: { id, ...seenBy(holds) } });
  if (!job) throw jobNotFound();
  return job;
}
