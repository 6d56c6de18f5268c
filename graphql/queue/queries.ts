import { listCapabilities } from '#app/domains/identity/auth/viewer.ts';
import { readStatus } from '#app/domains/queue/status.service.ts';
import { getJob, whereVisible } from '#app/domains/queue/table.ts';
import { builder } from '../builder.ts';
import { lookupArgument } from '../public/lookup.ts';
import { queueWorkers } from './access.ts';
import { QueueStatusType } from './status.ts';

builder.queryFields((t) => ({
  queueJob: t.prismaField({
    type: 'QueueJob',
    ...queueWorkers,
    description: 'A job of the queue; for users who may edit posts or manage the consent banner.',
    args: { id: t.arg.int({ required: true, ...lookupArgument('QueueJob', 'ID in the database.') }) },
    resolve: (query, _root, { id }, { site, viewer }) => getJob(site, listCapabilities(viewer), id, query),
  }),
  queueJobs: t.prismaConnection(
    {
      type: 'QueueJob',
      cursor: 'id',
      ...queueWorkers,
      description:
        'The jobs of the queue in any state, in the order in which they run; for users who may edit posts or manage the consent banner.',
      totalCount: (_root, _args, { site, viewer }) => site.db.prisma.queueJob.count({ where: whereVisible(listCapabilities(viewer)) }),
      resolve: (query, _root, _args, { site, viewer }) =>
        site.db.prisma.queueJob.findMany({
          ...query,
          where: whereVisible(listCapabilities(viewer)),
          orderBy: [{ priority: 'asc' }, { id: 'asc' }],
        }),
    },
    { name: 'QueueJobConnection', description: 'A part of a list of jobs.' },
    { name: 'QueueJobEdge', description: 'An item of a list of jobs.' },
  ),
  queueStatus: t.field({
    type: QueueStatusType,
    ...queueWorkers,
    description: 'State of the job queue; for users who may edit posts or manage the consent banner.',
    resolve: (_root, _args, { site, viewer }) => readStatus(site, listCapabilities(viewer)),
  }),
}));
