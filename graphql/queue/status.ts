import type { Remedy } from '#app/core/jobs/queue-job-type.ts';
import type { QueueStatus, TypeCount, TypeFailure } from '#app/domains/queue/status.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { QueueJobNode } from './job.ts';

const Count = builder.objectRef<TypeCount>('QueueCount').implement({
  description: 'Number of jobs of one type.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Type of the jobs.' }),
    remaining: t.exposeInt('remaining', { description: 'Number of jobs that wait or are running.' }),
    total: t.exposeInt('total', { description: 'Number of all jobs of the type.' }),
    failure: t.exposeInt('failure', { description: 'Number of failed jobs.' }),
    paused: t.exposeInt('paused', { description: 'Number of jobs that do not run, because too many jobs of the type have failed.' }),
  }),
});

const RemedyAction = builder.enumType('QueueRemedyAction', {
  description: 'Action on the jobs of a type.',
  values: {
    DELETE: { value: 'delete', description: 'All jobs are deleted.' },
    SKIP: { value: 'skip', description: 'Failed jobs count as done, and jobs that waited for them run.' },
  } as const,
});

const RemedyRow = builder.objectRef<Remedy>('QueueRemedy').implement({
  description: 'A remedy for failed jobs.',
  fields: (t) => ({
    url: t.string({
      nullable: true,
      description: 'URL of the link; null if the remedy is an action.',
      resolve: (remedy) => ('url' in remedy ? remedy.url : null),
    }),
    action: t.field({
      type: RemedyAction,
      nullable: true,
      description: 'Action of the queue; null if the remedy is a link.',
      resolve: (remedy) => ('action' in remedy ? remedy.action : null),
    }),
    label: t.exposeString('linkText', { description: 'Text of the link or button.' }),
  }),
});

const FailureRow = builder.objectRef<TypeFailure>('QueueFailure').implement({
  description: 'Failure of a type of jobs.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Type of the jobs.' }),
    label: t.exposeString('label', { description: 'Name of the type of jobs.' }),
    description: t.exposeString('description', { description: 'Description of the failure.' }),
    remedies: t.field({ type: [RemedyRow], description: 'Remedies for the failure.', resolve: ({ remedies }) => [...remedies] }),
    jobs: t.field({ type: [QueueJobNode], description: 'Failed jobs, at most five.', resolve: ({ jobs }) => jobs as never }),
  }),
});

/** Additional fields of the queue status. Each domain adds its own. */
export const QueueAdditions = builder.objectRef<object>('QueueAdditions').implement({
  ...legacyOnly('Use `scanSummary`, `scannedHosts` and `consentRevisionState` instead.'),
  description: 'Additional information for clients that run the jobs of the queue.',
});

export const QueueStatusType = builder.objectRef<QueueStatus>('QueueStatus').implement({
  description: 'State of the job queue.',
  fields: (t) => ({
    counts: t.expose('counts', { type: [Count], description: 'Number of jobs by type.' }),
    currentJobs: t.field({
      type: [QueueJobNode],
      description: 'The next job of each type, including jobs that a client has claimed.',
      resolve: ({ currentJobs }) => currentJobs as never,
    }),
    failures: t.expose('failures', { type: [FailureRow], description: 'Failures that a user has to check.' }),
    failuresHash: t.exposeString('failuresHash', { description: 'Hash of the failures. It changes when the failures change.' }),
    additions: t.field({
      type: QueueAdditions,
      ...legacyOnly('Use `scanSummary`, `scannedHosts` and `consentRevisionState` instead.'),
      description: 'Additional information that is not about the queue itself.',
      resolve: () => ({}),
    }),
  }),
});
