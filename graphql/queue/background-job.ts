import { type BackgroundJob, backgroundJobs, retryFailed } from '#app/core/db/background-jobs.ts';
import { refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { payload } from '../public/payload.ts';

const BackgroundJobState = builder.enumType('BackgroundJobState', {
  description: 'State of a background job.',
  values: {
    FAILED: { value: 'failed', description: 'It failed as often as it is tried, and is not tried again by itself.' },
    WAITING: { value: 'waiting', description: 'It waits for its time, or to be tried again.' },
    RUNNING: { value: 'running', description: 'A process is at it.' },
  } as const,
});

const Job = builder.objectRef<BackgroundJob>('BackgroundJob').implement({
  description: 'A run of background work of the service, such as sending mail.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Its number, for `retryBackgroundJobs`.' }),
    name: t.exposeString('name', { description: 'What it does: `send-mail`, `deliver-webhooks`, `clean-up` …' }),
    state: t.field({ type: BackgroundJobState, description: 'Current state of the object.', resolve: ({ state }) => state }),
    retries: t.exposeInt('retries', { description: 'How often it was tried after the first time.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was put in.' }),
    nextAt: t.expose('nextAt', { type: 'DateTime', nullable: true, description: 'When it is tried next, while it waits.' }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true, description: 'When it was given up.' }),
    error: t.exposeString('reason', { description: 'What it said when it was tried last; empty where it has not failed.' }),
  }),
});

const forAdministrators = guard((_args: object, { viewer }: Context) => {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage background jobs.');
});

builder.queryFields((t) => ({
  backgroundJobs: t.field({
    type: [Job],
    ...forAdministrators,
    description:
      'Background work of the service in a state, newest first, at most 200; as `npm run admin -- jobs failed`. For administrators.',
    args: { state: t.arg({ type: BackgroundJobState, defaultValue: 'failed', required: true, description: 'State of the jobs.' }) },
    resolve: (_root, { state }, { site }) => backgroundJobs(site, state),
  }),
}));

builder.mutationFields((t) => ({
  retryBackgroundJobs: t.int({
    ...payload('count'),
    ...forAdministrators,
    description:
      'Has background work that failed tried again, and returns how much: of several runs of the same work one. `job_not_found`. For administrators.',
    args: { id: t.arg.string({ description: 'Only this run; all that failed unless given.' }) },
    resolve: (_root, { id }, { site }) => retryFailed(site, id ?? null),
  }),
}));
