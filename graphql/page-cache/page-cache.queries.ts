import { getPageCacheStatistics } from '#app/domains/page-cache/entries/statistics.service.ts';
import { type PageCacheExtension as Extension, listPageCacheExtensions } from '#app/domains/page-cache/extensions.ts';
import { loadPreloadState } from '#app/domains/page-cache/preload/state.ts';
import { getPageCacheSettings } from '#app/domains/page-cache/settings/settings.service.ts';
import { getPageCacheStatus, type PageCacheStatus as Status } from '#app/domains/page-cache/status.service.ts';
import { builder } from '../builder.ts';
import { cacheManagers } from './access.ts';
import { PageCachePreloadState, PageCacheSettings } from './settings.ts';
import { PageCacheStatistics } from './statistics.ts';

const PageCacheStatus = builder.objectRef<Status>('PageCacheStatus').implement({
  description: 'Reasons why the page cache does not work fully.',
  fields: (t) => ({
    isPreloadWithoutCache: t.exposeBoolean('isPreloadWithoutCache', {
      description: 'Whether the preload has no effect because the cache is off.',
    }),
    isPreloadWithoutAnonymous: t.exposeBoolean('isPreloadWithoutAnonymous', {
      description: 'Whether the preload has no effect because anonymous responses are not cached.',
    }),
    isPreloadForbidden: t.exposeBoolean('isPreloadForbidden', { description: 'Whether the operator of the service forbids the preload.' }),
  }),
});

/** An optional extension of the page cache. */
export const PageCacheExtension = builder.objectRef<Extension>('PageCacheExtension').implement({
  description: 'An extension of the page cache.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Unique name of the extension.' }),
    url: t.exposeString('url', { description: 'URL of the documentation of the extension; empty if it has no documentation.' }),
    title: t.exposeString('title', { description: 'Title of the extension.' }),
    description: t.exposeString('description', { description: 'Purpose of the extension.' }),
    isEnabled: t.exposeBoolean('isEnabled', { description: 'Whether the extension is active.' }),
  }),
});

builder.queryFields((t) => ({
  pageCacheSettings: t.field({
    type: PageCacheSettings,
    description: 'Settings of the page cache. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => getPageCacheSettings(site),
  }),
  pageCacheStatus: t.field({
    type: PageCacheStatus,
    description: 'Reasons why the page cache does not work fully. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => getPageCacheStatus(site),
  }),
  pageCacheStatistics: t.field({
    type: PageCacheStatistics,
    description: 'Statistics of the responses that are now in the page cache, of all processes together. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => getPageCacheStatistics(site),
  }),
  pageCachePreload: t.field({
    type: PageCachePreloadState,
    description: 'State of the preload. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => loadPreloadState(site),
  }),
  pageCacheExtensions: t.field({
    type: [PageCacheExtension],
    description: 'Available extensions. For administrators.',
    ...cacheManagers,
    resolve: (_root, _args, { site }) => listPageCacheExtensions(site),
  }),
}));
