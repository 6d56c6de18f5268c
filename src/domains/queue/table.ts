import { columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import type { Prisma, QueueJob } from '#db';

/** Columns of a job from the row `queue_job j`. */
export const jobColumns = columns('QueueJob', 'j');

/** Capabilities of a viewer. A job with a capability is only visible to viewers who have it. All other jobs are visible to all users of the queue. */
export type ViewerCapabilities = readonly string[];

/** Returns the SQL condition for visible jobs. `placeholder` is the placeholder for the viewer's capabilities, such as `$2`. */
export const buildVisibleCondition = (placeholder: string): string => `(j.capability IS NULL OR j.capability = ANY (${placeholder}))`;

/** Returns the Prisma condition for visible jobs. */
export const whereVisible = (capabilities: ViewerCapabilities) => ({
  OR: [{ capability: null }, { capability: { in: [...capabilities] } }],
});

export const jobNotFound = () => notFound('queue_job_not_found', 'There is no such job.');

const deleteDone = statement(
  'forget_done_jobs',
  `DELETE FROM queue_job WHERE process >= process_total AND (group_uuid IS NULL OR group_uuid IN (
    SELECT group_uuid FROM queue_job WHERE group_uuid IS NOT NULL GROUP BY group_uuid HAVING sum(process) >= sum(process_total)))`,
);

/**
 * Deletes finished jobs. The jobs of a group are deleted when all of them are finished. Every read of the queue calls this function first, so that
 * finished jobs are not visible.
 */
export async function deleteDoneJobs(site: Site): Promise<void> {
  await site.db.rows(deleteDone);
}

/** Returns a visible job with the selected fields. Throws `queue_job_not_found`. */
export async function getJob(
  site: Site,
  capabilities: ViewerCapabilities,
  id: number,
  query: Prisma.QueueJobDefaultArgs,
): Promise<QueueJob> {
  await deleteDoneJobs(site);
  const job = await site.db.prisma.queueJob.findFirst({ ...query, where: { id, ...whereVisible(capabilities) } });
  if (!job) throw jobNotFound();
  return job;
}
