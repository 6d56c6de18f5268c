import { pageCacheStatistics } from '#app/domains/page-cache/entries/statistics.service.ts';
import { type PageCacheExtension as Extension, pageCacheExtensions } from '#app/domains/page-cache/extensions.ts';
import { preloadState } from '#app/domains/page-cache/preload/state.ts';
import { pageCacheSettings } from '#app/domains/page-cache/settings/settings.service.ts';
import { pageCacheStatus, type PageCacheStatus as Status } from '#app/domains/page-cache/status.service.ts';
import { builder } from '../builder.ts';
import { cacheManagers } from './access.ts';
import { PageCachePreloadState, PageCacheSettings } from './settings.ts';
import { PageCacheStatistics } from './statistics.ts';

const PageCacheStatus = builder.objectRef<Status>('PageCacheStatus').implement({
  description: 'What keeps the page cache from working as it could.',
  fields: (t) => ({
    isPreloadWithoutCache: t.exposeBoolean('isPreloadWithoutCache', { description: 'Nothing can be preloaded: the cache is off.' }),
    isPreloadWithoutAnonymous: t.exposeBoolean('isPreloadWithoutAnonymous', {
      description: 'Nothing can be preloaded: anonymous responses are not kept.',
    }),
    isPreloadForbidden: t.exposeBoolean('isPreloadForbidden', { description: 'The operator of the service forbids the preload.' }),
  }),
});

/** Something of the page cache that may be switched on. */
export const PageCacheExtension = builder.objectRef<Extension>('PageCacheExtension').implement({
  description: 'Something of the page cache that may be switched on.',
  fields: (t) => ({
    key: t.string({ description: 'Name that identifies it.', resolve: ({ key }) => key }),
    url: t.string({ description: 'Where it is documented; empty = nowhere.', resolve: ({ url }) => url }),
    title: t.string({ description: 'What it is called.', resolve: ({ title }) => title }),
    description: t.string({ description: 'What it does.', resolve: ({ description }) => description }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'It is on.' }),
  }),
});

builder.queryField('pageCacheSettings', (t) =>
  t.field({
    type: PageCacheSettings,
    description: 'How responses are kept for visitors. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => pageCacheSettings(site),
  }),
);

builder.queryField('pageCacheStatus', (t) =>
  t.field({
    type: PageCacheStatus,
    description: 'What keeps the page cache from working as it could. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => pageCacheStatus(site),
  }),
);

builder.queryField('pageCacheStatistics', (t) =>
  t.field({
    type: PageCacheStatistics,
    description: 'What is kept at this moment, by all processes together. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => pageCacheStatistics(site),
  }),
);

builder.queryField('pageCachePreload', (t) =>
  t.field({
    type: PageCachePreloadState,
    description: 'What the preload is at. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => preloadState(site),
  }),
);

builder.queryField('pageCacheExtensions', (t) =>
  t.field({
    type: [PageCacheExtension],
    description: 'Extensions that can be switched on. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => pageCacheExtensions(site),
  }),
);
