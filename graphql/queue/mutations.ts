import { listCapabilities } from '#app/domains/identity/auth/viewer.ts';
import { deleteJobs, retryJobs, skipJobs } from '#app/domains/queue/failed.service.ts';
import { lockJobs, pickJobs, setLocked } from '#app/domains/queue/picking.service.ts';
import { type ReportedJob, reportResult } from '#app/domains/queue/result.service.ts';
import { type RunResult, runJobs } from '#app/domains/queue/running.service.ts';
import { readStatus, type QueueStatus } from '#app/domains/queue/status.service.ts';
import type { QueueJob } from '#db';
import { builder } from '../builder.ts';
import { queueWorkers } from './access.ts';
import { QueueJobNode } from './job.ts';
import { QueueStatusType } from './status.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

const PickedJobs = builder.objectRef<{ jobs: QueueJob[]; status: QueueStatus }>('PickedQueueJobs').implement({
  description: 'Jobs that the caller has claimed for 15 seconds.',
  fields: (t) => ({
    jobs: t.field({
      type: [QueueJobNode],
      description: 'The jobs, in the order in which to run them.',
      resolve: ({ jobs }) => jobs as never,
    }),
    status: t.expose('status', { type: QueueStatusType, description: 'Current state of the queue.' }),
  }),
});

const isPausedDescription = 'Whether too many jobs of the type have failed, so that the others wait for an administrator.';

const RunRow = builder.objectRef<RunResult & { status: QueueStatus }>('QueueRun').implement({
  description: 'Result of running jobs.',
  fields: (t) => ({
    done: t.field({ type: [QueueJobNode], description: 'Jobs that are done.', resolve: ({ done }) => done as never }),
    failed: t.field({
      type: [QueueJobNode],
      description: 'The job that failed, or an empty list. After a failed job, no further job runs.',
      resolve: ({ failed }) => failed as never,
    }),
    isPaused: t.exposeBoolean('isPaused', { description: isPausedDescription }),
    status: t.expose('status', { type: QueueStatusType, description: 'Current state of the queue.' }),
  }),
});

const ReportedRow = builder.objectRef<ReportedJob>('ReportedQueueJob').implement({
  description: 'The job after a report.',
  fields: (t) => ({
    job: t.field({ type: QueueJobNode, description: 'The job after the report.', resolve: ({ job }) => job as never }),
    isPaused: t.exposeBoolean('isPaused', { description: isPausedDescription }),
  }),
});

const jobId = { required: true, description: 'ID in the database.' } as const;
const type = { required: true, description: 'Type of the jobs.' } as const;

builder.mutationFields((t) => ({
  claimQueueJobs: t.field({
    ...declareFormerName('pickQueueJobs'),
    type: PickedJobs,
    ...queueWorkers,
    description:
      'Claims up to 25 waiting jobs for 15 seconds. With `ids`, it claims only these jobs, in any state. For users who may edit posts or manage the consent banner.',
    args: {
      after: t.arg.int({ description: 'ID of a job. Only jobs with larger IDs are claimed.' }),
      ids: t.arg.intList({ description: 'IDs of the jobs to claim. Other callers can also claim these jobs.' }),
    },
    resolve: async (_root, { after, ids }, { site, viewer }) => {
      const capabilities = listCapabilities(viewer);
      const minId = Math.max(0, after ?? 0);
      const jobs = await (ids ? lockJobs(site, capabilities, ids, minId) : pickJobs(site, capabilities, minId));
      return { jobs, status: await readStatus(site, capabilities) };
    },
  }),
  lockQueueJob: t.field({
    type: QueueJobNode,
    ...queueWorkers,
    description: 'Locks or unlocks a job; for users who may edit posts or manage the consent banner.',
    args: { id: t.arg.int(jobId), isLocked: t.arg.boolean({ required: true, description: 'Whether the job is locked.' }) },
    resolve: async (_root, { id, isLocked }, { site, viewer }) => (await setLocked(site, listCapabilities(viewer), id, isLocked)) as never,
  }),
  runQueueJobs: t.field({
    type: RunRow,
    ...queueWorkers,
    description:
      'Runs waiting jobs of the service in order, until five seconds have passed or a job has failed. Jobs that are not waiting, or that a client runs, are skipped. For users who may edit posts or manage the consent banner.',
    args: { id: t.arg.int(jobId), others: t.arg.intList({ description: 'IDs of further jobs.' }) },
    resolve: async (_root, { id, others }, { site, viewer }) => {
      const capabilities = listCapabilities(viewer);
      const run = await runJobs(site, capabilities, [id, ...(others ?? [])]);
      return { ...run, status: await readStatus(site, capabilities) };
    },
  }),
  reportQueueJob: t.field({
    type: ReportedRow,
    ...queueWorkers,
    description:
      'Reports the progress of a job. With an `errorCode`, the job counts as permanently failed. For users who may edit posts or manage the consent banner.',
    args: {
      id: t.arg.int(jobId),
      process: t.arg.float({ required: true, description: 'Number of steps that are done.' }),
      errorCode: t.arg.string({ description: 'Code of the error.' }),
      errorMessage: t.arg.string({ description: 'Human-readable error message.' }),
      errorData: t.arg({ type: 'JSON', description: 'Details of the error.' }),
    },
    resolve: (_root, { id, process, errorCode, errorMessage, errorData }, { site, viewer }) =>
      reportResult(site, listCapabilities(viewer), id, {
        process,
        exception: errorCode ? { code: errorCode, message: errorMessage ?? '', data: errorData ?? null } : null,
      }),
  }),
  deleteQueueJobs: t.int({
    ...payload('count', 'Number of deleted jobs.'),
    ...queueWorkers,
    description: 'Deletes all jobs of a type and returns their number; for users who may edit posts or manage the consent banner.',
    args: { type: t.arg.string(type) },
    resolve: (_root, { type: jobType }, { site, viewer }) => deleteJobs(site, listCapabilities(viewer), jobType),
  }),
  retryQueueJobs: t.boolean({
    ...payload('isRetried', 'True once the failed jobs are queued again.'),
    ...queueWorkers,
    description: 'Retries the failed jobs of a type; for users who may edit posts or manage the consent banner.',
    args: { type: t.arg.string(type) },
    resolve: async (_root, { type: jobType }, { site, viewer }) => {
      await retryJobs(site, listCapabilities(viewer), jobType);
      return true;
    },
  }),
  skipQueueJobs: t.boolean({
    ...payload('isSkipped', 'True once the failed jobs are marked as done.'),
    ...queueWorkers,
    description:
      'Marks the failed jobs of a type as done, and retries the jobs that waited for them; for users who may edit posts or manage the consent banner.',
    args: { type: t.arg.string(type) },
    resolve: async (_root, { type: jobType }, { site, viewer }) => {
      await skipJobs(site, listCapabilities(viewer), jobType);
      return true;
    },
  }),
}));
