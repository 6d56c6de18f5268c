import type { Remedy } from '#app/core/jobs/queued-work.ts';
import type { QueueStatus, TypeCount, TypeFailure } from '#app/domains/queue/status.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { QueueJobNode } from './job.ts';

const Count = builder.objectRef<TypeCount>('QueueCount').implement({
  description: 'How many jobs of a type there are.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What kind of work.' }),
    remaining: t.exposeInt('remaining', { description: 'Those that wait or are worked on.' }),
    total: t.exposeInt('total', { description: 'All of them.' }),
    failure: t.exposeInt('failure', { description: 'Those that failed themselves.' }),
    paused: t.exposeInt('paused', { description: 'Those that are not tried, because too many have failed.' }),
  }),
});

const RemedyAction = builder.enumType('QueueRemedyAction', {
  description: 'What becomes of the jobs of a type.',
  values: {
    DELETE: { value: 'delete', description: 'All are forgotten.' },
    SKIP: { value: 'skip', description: 'Those that failed count as done, those that were kept from it are tried.' },
  } as const,
});

const RemedyRow = builder.objectRef<Remedy>('QueueRemedy').implement({
  description: 'What can be done about jobs that failed.',
  fields: (t) => ({
    url: t.string({ nullable: true, description: 'Where to look.', resolve: (one) => ('url' in one ? one.url : null) }),
    action: t.field({
      type: RemedyAction,
      nullable: true,
      description: 'Or what the queue is to do.',
      resolve: (one) => ('action' in one ? one.action : null),
    }),
    label: t.exposeString('linkText', { description: 'What to call it.' }),
  }),
});

const FailureRow = builder.objectRef<TypeFailure>('QueueFailure').implement({
  description: 'What is wrong with a type of jobs of which nothing is left to be done.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What kind of work.' }),
    label: t.exposeString('label', { description: 'What to call it.' }),
    description: t.exposeString('description', { description: 'What has happened.' }),
    remedies: t.field({ type: [RemedyRow], description: 'What can be done.', resolve: ({ remedies }) => [...remedies] }),
    jobs: t.field({ type: [QueueJobNode], description: 'At most five of the jobs.', resolve: ({ jobs }) => jobs as never }),
  }),
});

/** What domains tell beside the status of their jobs; each adds its fields. */
export const QueueAdditions = builder.objectRef<object>('QueueAdditions').implement({
  ...legacyOnly('Further fields of the schema tell what clients show beside it: `scanSummary`, `scannedHosts`, `consentRevisionState`.'),
  description: 'What clients that work the queue off show beside it.',
});

/** How the queue of jobs stands. */
export const QueueStatusRow = builder.objectRef<QueueStatus>('QueueStatus').implement({
  description: 'State of the job queue.',
  fields: (t) => ({
    counts: t.field({ type: [Count], description: 'How many jobs there are, by type.', resolve: ({ counts }) => counts }),
    currentJobs: t.field({
      type: [QueueJobNode],
      description: 'The next job of each type, including jobs that a client has picked.',
      resolve: ({ currentJobs }) => currentJobs as never,
    }),
    failures: t.field({ type: [FailureRow], description: 'What someone has to look at.', resolve: ({ failures }) => failures }),
    failuresHash: t.exposeString('failuresHash', { description: 'Changes when the failures do.' }),
    additions: t.field({
      type: QueueAdditions,
      ...legacyOnly(
        'Further fields of the schema tell what clients show beside it: `scanSummary`, `scannedHosts`, `consentRevisionState`.',
      ),
      description: 'What is shown beside it.',
      resolve: () => ({}),
    }),
  }),
});
