import { listCapabilities } from '#app/domains/identity/auth/viewer.ts';
import { now } from '#app/core/time/clock.ts';
import { formatIsoLocal } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { getException, type JobException, getPublicData, getJobState } from '#app/domains/queue/job.rules.ts';
import { whereVisible } from '#app/domains/queue/table.ts';
import type { QueueJob } from '#db';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { mayRunJobs } from './access.ts';
import { declareFormerName } from '../public/former-names.ts';

const QueueWorker = builder.enumType('QueueWorker', {
  description: 'Program that runs a job.',
  values: {
    SERVER: { value: 'server', description: 'The service, on its own or on request of a client.' },
    CLIENT: { value: 'client', description: 'A client, which reports the result.' },
  } as const,
});

const State = builder.enumType('QueueJobState', {
  description: 'State of a job.',
  values: {
    PENDING: { value: 'pending', description: 'The job is waiting.' },
    PICKED: { value: 'picked', description: 'A client has claimed the job.' },
    FAILED: { value: 'failed', description: 'All attempts failed.' },
    PAUSED: { value: 'paused', description: 'The job does not run, because too many jobs of its type have failed.' },
    DONE: { value: 'done', description: 'The job is done, but other jobs of its group are not.' },
  } as const,
});

const Exception = builder.objectRef<JobException>('QueueJobException').implement({
  description: 'Error of a job.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Machine-readable error code.' }),
    message: t.exposeString('message', { description: 'Human-readable error message.' }),
    data: t.expose('data', { type: 'JSON', nullable: true, description: 'Details of the error; null if none exist.' }),
  }),
});

/** Returns messages and details of an error by its code, as old clients expect them. */
function groupByCode(exception: JobException | null): unknown {
  if (!exception) return null;
  const { code, message, data } = exception;
  return { errors: { [code]: [message] }, error_data: data === null ? {} : { [code]: data } };
}

const toQueueJob = (job: object) => job as QueueJob;

export const QueueJobNode = builder.prismaNode('QueueJob', {
  nullable: true,
  id: { field: 'id' },
  findUnique: (id, { viewer }) => ({ id: mayRunJobs(viewer) ? Number(id) : -1, ...whereVisible(listCapabilities(viewer)) }),
  description: 'A job that a client or the service runs.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    type: t.exposeString('type', { description: 'Type of the job.' }),
    worker: t.field({
      type: QueueWorker,
      description: 'Whether a client or the service runs the job.',
      resolve: ({ worker }) => worker as never,
    }),
    state: t.field({ type: State, description: 'Current state of the job.', resolve: (job) => getJobState(toQueueJob(job), now()) }),
    groupUuid: t.exposeString('groupUuid', {
      nullable: true,
      description: 'UUID of the group to which the job belongs; null if it belongs to none.',
    }),
    groupPosition: t.exposeInt('groupPosition', {
      nullable: true,
      description: 'Position in the group of jobs, from 1; null for a job without a group.',
    }),
    groupTotal: t.exposeInt('groupTotal', { nullable: true, description: 'Number of jobs in the group; null for a job without a group.' }),
    process: t.exposeInt('process', { description: 'Number of steps that are done.' }),
    processTotal: t.exposeInt('processTotal', { description: 'Total number of steps.' }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'Milliseconds that the service has spent on the job; null if it has not run the job.',
    }),
    createdAt: t.expose('created', { type: 'DateTime', description: 'When the job was queued.' }),
    createdLocal: t.string({
      ...legacy({ use: 'createdAt' }),
      description: 'Value of `createdAt` with the UTC offset of the site’s time zone.',
      resolve: (job, _args, { site }) => formatIsoLocal(toQueueJob(job).created, getSiteZone(site)),
    }),
    data: t.field({
      type: 'JSON',
      description: 'Data of the job, by name. Jobs of the service only show the data that clients require.',
      resolve: (job) => getPublicData(toQueueJob(job)).data,
    }),
    callable: t.string({
      nullable: true,
      ...legacyOnly('Front ends need no names of functions; see `type`.'),
      description: 'Name of the function that runs the job; null if clients may not know it.',
      resolve: (job) => getPublicData(toQueueJob(job)).callable,
    }),
    runs: t.exposeInt('runs', { description: 'Number of attempts.' }),
    retries: t.exposeInt('retries', { description: 'Maximum number of attempts after the first one.' }),
    delayMs: t.exposeInt('delayMs', { description: 'Time between two attempts, in milliseconds.' }),
    claimedUntil: t.expose('lockUntil', {
      ...declareFormerName('heldUntil'),
      type: 'DateTime',
      description: 'Time until which a client has claimed the job; a time in the past means that no client has claimed it.',
    }),
    heldUntilLocal: t.string({
      ...legacy({ use: 'claimedUntil' }),
      description: 'Value of `claimedUntil` with the UTC offset of the site’s time zone.',
      resolve: (job, _args, { site }) => formatIsoLocal(toQueueJob(job).lockUntil, getSiteZone(site)),
    }),
    isLocked: t.exposeBoolean('locked', { description: 'Whether the job is running.' }),
    exception: t.field({
      type: Exception,
      nullable: true,
      description: 'Error of the last attempt; null if there was none.',
      resolve: (job) => getException(toQueueJob(job)),
    }),
    exceptionByCode: t.field({
      type: 'JSON',
      nullable: true,
      ...legacy({ use: 'exception { code message }' }),
      description: 'The error by its code.',
      resolve: (job) => groupByCode(getException(toQueueJob(job))),
    }),
    priority: t.exposeInt('priority', { description: 'Priority; smaller numbers run first.' }),
  }),
});
