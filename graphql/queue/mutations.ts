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
  description: 'Jobs that are the caller’s for 15 seconds.',
  fields: (t) => ({
    jobs: t.field({ type: [QueueJobNode], description: 'The jobs, in their turn.', resolve: ({ jobs }) => jobs as never }),
    status: t.field({ type: QueueStatusRow, description: 'State of the queue now.', resolve: ({ status }) => status }),
  }),
});

const whetherPaused = 'Whether too many jobs of the type have failed, so that the others wait until an administrator has looked.';

const RunRow = builder.objectRef<Run & { status: QueueStatus }>('QueueRun').implement({
  description: 'Result of running jobs.',
  fields: (t) => ({
    done: t.field({ type: [QueueJobNode], description: 'Those that are done.', resolve: ({ done }) => done as never }),
    failed: t.field({
      type: [QueueJobNode],
      description: 'The one that failed; nothing is run after it.',
      resolve: ({ failed }) => failed as never,
    }),
    isPaused: t.exposeBoolean('isPaused', { description: whetherPaused }),
    status: t.field({ type: QueueStatusRow, description: 'State of the queue now.', resolve: ({ status }) => status }),
  }),
});

const ReportedRow = builder.objectRef<Reported>('ReportedQueueJob').implement({
  description: 'A job after someone has worked on it.',
  fields: (t) => ({
    job: t.field({ type: QueueJobNode, description: 'The job after the report.', resolve: ({ job }) => job as never }),
    isPaused: t.exposeBoolean('isPaused', { description: whetherPaused }),
  }),
});

const number = { required: true, description: 'Number that identifies it.' } as const;
const type = { required: true, description: 'What kind of work.' } as const;

builder.mutationFields((t) => ({
  claimQueueJobs: t.field({
    ...formerly('pickQueueJobs'),
    type: Picked,
    ...forQueueWorkers,
    description:
      'Takes up to 25 jobs that wait; nobody else gets them for 15 seconds. With `ids`, only these, in whatever state. For those who write for the site.',
    args: {
      after: t.arg.int({ description: 'Only jobs with larger numbers.' }),
      ids: t.arg.intList({ description: 'Only these jobs; others may have them too.' }),
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
    description: 'Says that a job is being worked on, or no longer; for those who write for the site.',
    args: { id: t.arg.int(number), isLocked: t.arg.boolean({ required: true, description: 'Whether it is.' }) },
    resolve: async (_root, { id, isLocked }, { site, viewer }) => (await setLocked(site, holdsOf(viewer), id, isLocked)) as never,
  }),
  runQueueJobs: t.field({
    type: RunRow,
    ...forQueueWorkers,
    description:
      'Runs jobs of the service in their turn, until five seconds are over or one has failed; others are passed over. For those who write for the site.',
    args: { id: t.arg.int(number), others: t.arg.intList({ description: 'Numbers of further ones.' }) },
    resolve: async (_root, { id, others }, { site, viewer }) => {
      const holds = holdsOf(viewer);
      const run = await runJobs(site, holds, [id, ...(others ?? [])]);
      return { ...run, status: await readStatus(site, holds) };
    },
  }),
  reportQueueJob: t.field({
    type: ReportedRow,
    ...forQueueWorkers,
    description:
      'Notes what a client has done of a job; with an `errorCode` the job has failed for good. For those who write for the site.',
    args: {
      id: t.arg.int(number),
      process: t.arg.float({ required: true, description: 'Part of the work that is done now.' }),
      errorCode: t.arg.string({ description: 'Name of what went wrong.' }),
      errorMessage: t.arg.string({ description: 'The same for people.' }),
      errorData: t.arg({ type: 'JSON', description: 'Facts beside it.' }),
    },
    resolve: (_root, { id, process, errorCode, errorMessage, errorData }, { site, viewer }) =>
      reportResult(site, holdsOf(viewer), id, {
        process,
        exception: errorCode ? { code: errorCode, message: errorMessage ?? '', data: errorData ?? null } : null,
      }),
  }),
  deleteQueueJobs: t.int({
    ...payload('count'),
    ...forQueueWorkers,
    description: 'Forgets all jobs of a type and returns how many; for those who write for the site.',
    args: { type: t.arg.string(type) },
    resolve: (_root, { type: wanted }, { site, viewer }) => deleteJobs(site, holdsOf(viewer), wanted),
  }),
  retryQueueJobs: t.boolean({
    ...payload('isRetried'),
    ...forQueueWorkers,
    description: 'Has the jobs of a type that failed tried again; for those who write for the site.',
    args: { type: t.arg.string(type) },
    resolve: async (_root, { type: wanted }, { site, viewer }) => {
      await retryJobs(site, holdsOf(viewer), wanted);
      return true;
    },
  }),
  skipQueueJobs: t.boolean({
    ...payload('isSkipped'),
    ...forQueueWorkers,
    description: 'Calls the jobs of a type that failed done, and has those that were kept from it tried; for those who write for the site.',
    args: { type: t.arg.string(type) },
    resolve: async (_root, { type: wanted }, { site, viewer }) => {
      await skipJobs(site, holdsOf(viewer), wanted);
      return true;
    },
  }),
}));
