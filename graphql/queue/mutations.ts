import { deleteJobs, retryJobs, skipJobs } from '#app/domains/queue/failed.service.ts';
import { holdJobs, pickJobs, setLocked } from '#app/domains/queue/picking.service.ts';
import { type Reported, reportResult } from '#app/domains/queue/result.service.ts';
import { type Run, runJobs } from '#app/domains/queue/running.service.ts';
import { readStatus, type QueueStatus } from '#app/domains/queue/status.service.ts';
import { holdsOf } from '#app/domains/queue/table.ts';
import type { QueueJob } from '#db';
import { builder } from '../builder.ts';
import { forQueueWorkers } from './access.ts';
import { QueueJobNode } from './job.ts';
import { QueueStatusRow } from './status.ts';
import { payload } from '../public/payload.ts';
import { formerly } from '../public/former-names.ts';

const Picked = builder.objectRef<{ jobs: QueueJob[]; status: QueueStatus }>('PickedQueueJobs').implement({
  description: 'Jobs that are reserved for the caller for 15 seconds.',
  fields: (t) => ({
    jobs: t.field({
      type: [QueueJobNode],
      description: 'The jobs, in the order in which to run them.',
      resolve: ({ jobs }) => jobs as never,
    }),
    status: t.field({ type: QueueStatusRow, description: 'Current state of the queue.', resolve: ({ status }) => status }),
  }),
});

const whetherPaused = 'Whether too many jobs of the type have failed, so that the others wait for an administrator.';

const RunRow = builder.objectRef<Run & { status: QueueStatus }>('QueueRun').implement({
  description: 'Result of running jobs.',
  fields: (t) => ({
    done: t.field({ type: [QueueJobNode], description: 'Jobs that are done.', resolve: ({ done }) => done as never }),
    failed: t.field({
      type: [QueueJobNode],
      description: 'The failed job; no job runs after it.',
      resolve: ({ failed }) => failed as never,
    }),
    isPaused: t.exposeBoolean('isPaused', { description: whetherPaused }),
    status: t.field({ type: QueueStatusRow, description: 'Current state of the queue.', resolve: ({ status }) => status }),
  }),
});

const ReportedRow = builder.objectRef<Reported>('ReportedQueueJob').implement({
  description: 'The job after a report.',
  fields: (t) => ({
    job: t.field({ type: QueueJobNode, description: 'The job after the report.', resolve: ({ job }) => job as never }),
    isPaused: t.exposeBoolean('isPaused', { description: whetherPaused }),
  }),
});

const number = { required: true, description: 'ID in the database.' } as const;
const type = { required: true, description: 'Type of the jobs.' } as const;

builder.mutationFields((t) => ({
  claimQueueJobs: t.field({
    ...formerly('pickQueueJobs'),
    type: Picked,
    ...forQueueWorkers,
    description: 'Claims up to 25 waiting jobs for 15 seconds. With `ids`, only these, in any state. For users who write for the site.',
    args: {
      after: t.arg.int({ description: 'Only jobs with larger IDs.' }),
      ids: t.arg.intList({ description: 'IDs of the jobs to claim. Other callers can claim them, too.' }),
    },
    resolve: async (_root, { after, ids }, { site, viewer }) => {
      const holds = holdsOf(viewer);
      const least = Math.max(0, after ?? 0);
      const jobs = await (ids ? holdJobs(site, holds, ids, least) : pickJobs(site, holds, least));
      return { jobs, status: await readStatus(site, holds) };
    },
  }),
  lockQueueJob: t.field({
    type: QueueJobNode,
    ...forQueueWorkers,
    description: 'Locks or unlocks a job; for users who write for the site.',
    args: { id: t.arg.int(number), isLocked: t.arg.boolean({ required: true, description: 'Whether the job is locked.' }) },
    resolve: async (_root, { id, isLocked }, { site, viewer }) => (await setLocked(site, holdsOf(viewer), id, isLocked)) as never,
  }),
  runQueueJobs: t.field({
    type: RunRow,
    ...forQueueWorkers,
    description:
      'Runs waiting jobs of the service in order, until five seconds have passed or one has failed; other jobs are skipped. For users who write for the site.',
    args: { id: t.arg.int(number), others: t.arg.intList({ description: 'IDs of further jobs.' }) },
    resolve: async (_root, { id, others }, { site, viewer }) => {
      const holds = holdsOf(viewer);
      const run = await runJobs(site, holds, [id, ...(others ?? [])]);
      return { ...run, status: await readStatus(site, holds) };
    },
  }),
  reportQueueJob: t.field({
    type: ReportedRow,
    ...forQueueWorkers,
    description: 'Reports the progress of a job; with an `errorCode` the job has failed permanently. For users who write for the site.',
    args: {
      id: t.arg.int(number),
      process: t.arg.float({ required: true, description: 'Number of steps that are done.' }),
      errorCode: t.arg.string({ description: 'Code of the error.' }),
      errorMessage: t.arg.string({ description: 'Error message for people.' }),
      errorData: t.arg({ type: 'JSON', description: 'Details of the error.' }),
    },
    resolve: (_root, { id, process, errorCode, errorMessage, errorData }, { site, viewer }) =>
      reportResult(site, holdsOf(viewer), id, {
        process,
        exception: errorCode ? { code: errorCode, message: errorMessage ?? '', data: errorData ?? null } : null,
      }),
  }),
  deleteQueueJobs: t.int({
    ...payload('count', 'Number of deleted jobs.'),
    ...forQueueWorkers,
    description: 'Deletes all jobs of a type and returns their number; for users who write for the site.',
    args: { type: t.arg.string(type) },
    resolve: (_root, { type: wanted }, { site, viewer }) => deleteJobs(site, holdsOf(viewer), wanted),
  }),
  retryQueueJobs: t.boolean({
    ...payload('isRetried', 'True once the failed jobs are queued again.'),
    ...forQueueWorkers,
    description: 'Retries the failed jobs of a type; for users who write for the site.',
    args: { type: t.arg.string(type) },
    resolve: async (_root, { type: wanted }, { site, viewer }) => {
      await retryJobs(site, holdsOf(viewer), wanted);
      return true;
    },
  }),
  skipQueueJobs: t.boolean({
    ...payload('isSkipped', 'True once the failed jobs are marked as done.'),
    ...forQueueWorkers,
    description: 'Marks the failed jobs of a type as done, and retries the jobs that waited for them; for users who write for the site.',
    args: { type: t.arg.string(type) },
    resolve: async (_root, { type: wanted }, { site, viewer }) => {
      await skipJobs(site, holdsOf(viewer), wanted);
      return true;
    },
  }),
}));
