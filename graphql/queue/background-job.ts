import { type BackgroundJob, listBackgroundJobs, retryFailed } from '#app/core/db/background-jobs.ts';
import { refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { payload } from '../public/payload.ts';

const BackgroundJobState = builder.enumType('BackgroundJobState', {
  description: 'State of a background job.',
  values: {
    FAILED: { value: 'failed', description: 'All attempts failed; the job is not retried automatically.' },
    WAITING: { value: 'waiting', description: 'The job waits until it is due.' },
    RUNNING: { value: 'running', description: 'A process runs the job.' },
  } as const,
});

const Job = builder.objectRef<BackgroundJob>('BackgroundJob').implement({
  description: 'A job that the service runs in the background, such as sending mail.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'ID of the job, for `retryBackgroundJobs`.' }),
    name: t.exposeString('name', { description: 'Type of the job, such as `send-mail`, `deliver-webhooks` or `clean-up`.' }),
    state: t.expose('state', { type: BackgroundJobState, description: 'Current state of the job.' }),
    retries: t.exposeInt('retries', { description: 'Number of attempts after the first one.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the job was queued.' }),
    nextAt: t.expose('nextAt', { type: 'DateTime', nullable: true, description: 'When the job runs next; null unless it is waiting.' }),
    failedAt: t.expose('failedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last attempt failed; null unless the state is `FAILED`.',
    }),
    error: t.exposeString('reason', { description: 'Error of the last attempt; empty if that attempt did not fail.' }),
  }),
});

const administrators = guard((_args: object, { viewer }: Context) => {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage background jobs.');
});

builder.queryFields((t) => ({
  backgroundJobs: t.field({
    type: [Job],
    ...administrators,
    description:
      'Background jobs in one state, newest first, at most 200. The command `npm run admin -- jobs failed` also lists failed jobs. For administrators.',
    args: { state: t.arg({ type: BackgroundJobState, defaultValue: 'failed', required: true, description: 'State of the jobs.' }) },
    resolve: (_root, { state }, { site }) => listBackgroundJobs(site, state),
  }),
}));

builder.mutationFields((t) => ({
  retryBackgroundJobs: t.int({
    ...payload('count', 'Number of jobs that are retried.'),
    ...administrators,
    description:
      'Retries failed background jobs, and returns their number. If a job has failed several times, it is retried once. Error codes `job_not_found`: there is no failed job with this ID; `job_waiting`: a job with the same name is already waiting. For administrators.',
    args: { id: t.arg.string({ description: 'ID of the job; all failed jobs by default.' }) },
    resolve: (_root, { id }, { site }) => retryFailed(site, id ?? null),
  }),
}));
