import { builder } from '../builder.ts';
import { consentManagers } from './access.ts';

builder.queryFields((t) => ({
  serviceGroups: t.prismaField({
    type: ['ServiceGroup'],
    ...consentManagers,
    description: 'The groups of services, in order; for users who manage the consent banner.',
    resolve: (query, _root, _args, { site }) =>
      site.db.prisma.serviceGroup.findMany({ ...query, orderBy: [{ position: 'asc' }, { id: 'asc' }] }),
  }),
  unassignedConsentServices: t.prismaField({
    type: ['ConsentService'],
    ...consentManagers,
    description: 'Services without a group, except those in the trash; for users who manage the consent banner.',
    resolve: (query, _root, _args, { site }) =>
      site.db.prisma.consentService.findMany({
        ...query,
        where: { groupId: null, status: { not: 'trash' } },
        orderBy: [{ menuOrder: 'asc' }, { id: 'desc' }],
      }),
  }),
  consentServices: t.prismaConnection(
    {
      type: 'ConsentService',
      cursor: 'id',
      ...consentManagers,
      description: 'All services, newest first; for users who manage the consent banner.',
      totalCount: (_root, _args, { site }) => site.db.prisma.consentService.count(),
      resolve: (query, _root, _args, { site }) => site.db.prisma.consentService.findMany({ ...query, orderBy: { id: 'desc' } }),
    },
    { name: 'ConsentServiceConnection', description: 'A part of a list of services.' },
    { name: 'ConsentServiceEdge', description: 'An item of a list of services.' },
  ),
  contentBlockers: t.prismaConnection(
    {
      type: 'ContentBlocker',
      cursor: 'id',
      ...consentManagers,
      description: 'Content blockers, newest first; for users who manage the consent banner.',
      totalCount: (_root, _args, { site }) => site.db.prisma.contentBlocker.count(),
      resolve: (query, _root, _args, { site }) => site.db.prisma.contentBlocker.findMany({ ...query, orderBy: { id: 'desc' } }),
    },
    { name: 'ContentBlockerConnection', description: 'A part of a list of content blockers.' },
    { name: 'ContentBlockerEdge', description: 'An item of a list of content blockers.' },
  ),
  bannerLinks: t.prismaField({
    type: ['BannerLink'],
    ...consentManagers,
    description: 'The links of the banner in order; for users who manage the consent banner.',
    resolve: async (query, _root, _args, { site }) =>
      site.db.prisma.bannerLink.findMany({ ...query, orderBy: [{ menuOrder: 'asc' }, { id: 'asc' }] }),
  }),
}));
