import { createHash } from 'node:crypto';
import type { QueueJob } from '#db';
import type { Remedy } from '#app/core/jobs/queue-job-type.ts';
import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { conditions } from './job.rules.ts';
import { findQueueJobType } from './running.service.ts';
import { deleteDoneJobs, type ViewerCapabilities, jobColumns, buildVisibleCondition } from './table.ts';

const typeCount = rowShape({ type: 'text', total: 'int', remaining: 'int', failure: 'int', paused: 'int' });

/** Numbers of jobs of a type: all jobs, `remaining` (pending or picked), `failure` (failed) and `paused` jobs. */
export type TypeCount = ShapedRow<typeof typeCount>;

/** A job type that has failed jobs and no remaining jobs. */
export interface TypeFailure {
  type: string;
  label: string;
  description: string;
  remedies: readonly Remedy[];
  /** At most five failed or paused jobs. */
  jobs: QueueJob[];
}

/** Status of the queue. */
export interface QueueStatus {
  counts: TypeCount[];
  /** Next job of each type. */
  currentJobs: QueueJob[];
  failures: TypeFailure[];
  /** Hash of the failures, so that clients can detect changes. */
  failuresHash: string;
}

const MAX_SHOWN = 5;

const countByType = statement(
  'count_jobs',
  `SELECT j.type, count(*)::int AS total, (count(*) FILTER (WHERE ${conditions.pending}))::int AS remaining,
    (count(*) FILTER (WHERE ${conditions.failed}))::int AS failure, (count(*) FILTER (WHERE ${conditions.paused}))::int AS paused
  FROM queue_job j WHERE ${buildVisibleCondition('$1')} GROUP BY j.type ORDER BY j.type`,
  typeCount,
);

const selectCurrent = statement(
  'current_jobs',
  `SELECT DISTINCT ON (j.type) ${jobColumns.list} FROM queue_job j WHERE ${conditions.pending} AND ${buildVisibleCondition('$1')} ORDER BY j.type, j.priority, j.id`,
  jobColumns,
);

const selectFailing = statement(
  'failing_jobs',
  `SELECT ${jobColumns.list} FROM unnest($1::text[]) AS wanted (type), LATERAL (
    SELECT * FROM queue_job j WHERE j.type = wanted.type AND j.process < j.process_total AND j.runs > j.retries AND ${buildVisibleCondition('$2')}
      ORDER BY j.priority, j.id LIMIT ${MAX_SHOWN}
  ) AS j`,
  jobColumns,
);

async function findFailures(site: Site, capabilities: ViewerCapabilities, counts: readonly TypeCount[]): Promise<TypeFailure[]> {
  const types = counts.filter(({ remaining, failure }) => remaining === 0 && failure > 0).map(({ type }) => type);
  if (types.length === 0) return [];
  const jobs = Map.groupBy(await site.db.rows(selectFailing, [types, capabilities]), ({ type }) => type);
  return types.map((type) => {
    const jobType = findQueueJobType(site, type);
    return {
      type,
      label: jobType?.label ?? type,
      description: jobType?.description ?? 'Some jobs have failed.',
      remedies: jobType?.remedies?.(site) ?? [],
      jobs: jobs.get(type) ?? [],
    };
  });
}

/** Returns the status of the jobs that the viewer may see (docs/behaviour/consent-queue-product.md 7.2). */
export async function readStatus(site: Site, capabilities: ViewerCapabilities): Promise<QueueStatus> {
  await deleteDoneJobs(site);
  const counts = await site.db.rows(countByType, [capabilities]);
  const currentJobs = counts.length > 0 ? await site.db.rows(selectCurrent, [capabilities]) : [];
  const failures = await findFailures(site, capabilities, counts);
  return { counts, currentJobs, failures, failuresHash: createHash('md5').update(JSON.stringify(failures)).digest('hex') };
}
