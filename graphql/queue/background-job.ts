import { type BackgroundJob, backgroundJobs, retryFailed } from '#app/core/db/background-jobs.ts';
import { refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { payload } from '../public/payload.ts';

const BackgroundJobState = builder.enumType('BackgroundJobState', {
  description: 'State of a background job.',
  values: {
    FAILED: { value: 'failed', description: 'All attempts failed; it is not retried automatically.' },
    WAITING: { value: 'waiting', description: 'It waits until it is due.' },
    RUNNING: { value: 'running', description: 'A process runs it.' },
  } as const,
});

const Job = builder.objectRef<BackgroundJob>('BackgroundJob').implement({
  description: 'A job that the service runs in the background, such as sending mail.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Its number, for `retryBackgroundJobs`.' }),
    name: t.exposeString('name', { description: 'What it does: `send-mail`, `deliver-webhooks`, `clean-up` …' }),
    state: t.field({ type: BackgroundJobState, description: 'Current state of the object.', resolve: ({ state }) => state }),
    retries: t.exposeInt('retries', { description: 'Number of attempts after the first one.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was queued.' }),
    nextAt: t.expose('nextAt', { type: 'DateTime', nullable: true, description: 'When it runs next, while it waits.' }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true, description: 'When the last attempt failed for good.' }),
    error: t.exposeString('reason', { description: 'Error of the last attempt; empty if it has not failed.' }),
  }),
});

const forAdministrators = guard((_args: object, { viewer }: Context) => {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage background jobs.');
});

builder.queryFields((t) => ({
  backgroundJobs: t.field({
    type: [Job],
    ...forAdministrators,
    description: 'Background jobs with a certain state, newest first, at most 200; as `npm run admin -- jobs failed`. For administrators.',
    args: { state: t.arg({ type: BackgroundJobState, defaultValue: 'failed', required: true, description: 'State of the jobs.' }) },
    resolve: (_root, { state }, { site }) => backgroundJobs(site, state),
  }),
}));

builder.mutationFields((t) => ({
  retryBackgroundJobs: t.int({
    ...payload('count'),
    ...forAdministrators,
    description:
      'Retries failed background jobs, and returns their number; of several runs of the same job, one. `job_not_found`. For administrators.',
    args: { id: t.arg.string({ description: 'ID of the job; all failed jobs by default.' }) },
    resolve: (_root, { id }, { site }) => retryFailed(site, id ?? null),
  }),
}));
