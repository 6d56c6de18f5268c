import { loadPreloadState, type PreloadState, type PreloadStep } from '#app/domains/page-cache/preload/state.ts';
import { isPreloading } from '#app/domains/page-cache/preload/plan.service.ts';
import { mobileBrowsers } from '#app/domains/page-cache/settings/lists.ts';
import { computeMinPreloadInterval } from '#app/domains/page-cache/settings/planning.rules.ts';
import { defaults, type PageCacheSettings as Stored } from '#app/domains/page-cache/settings/settings.ts';
import { countPublished } from '#app/domains/page-cache/status.service.ts';
import { builder } from '../builder.ts';
import { PageCacheDelivery, PageCacheVisitors } from './enums.ts';
import { PageCacheCdn, PageCacheCollection, PageCacheDebugging, PageCacheExclusions, PageCachePreload } from './groups.ts';
import { type EnumDefinition, oneOf } from '../public/public-mapping.ts';
import { declareFormerName } from '../public/former-names.ts';

const preloadGroups: EnumDefinition = {
  name: 'PageCachePreloadGroup',
  description: 'Kind of the URLs of a preload.',
  values: { taxonomies: 'Archives of taxonomy terms.', posts: 'Pages of content items.' },
};

const PageCachePreloadStep = builder.objectRef<PreloadStep>('PageCachePreloadStep').implement({
  description: 'A URL that a run has requested.',
  fields: (t) => ({
    group: t.exposeString('group', { ...oneOf(preloadGroups, 'Kind of the URL.') }),
    progress: t.exposeString('progress', { description: 'Name of the taxonomy, or position of the object in the run.' }),
    url: t.exposeString('url', { description: 'The requested URL.' }),
  }),
});

export const PageCachePreloadState = builder.objectRef<PreloadState>('PageCachePreloadState').implement({
  description: 'State of the preload.',
  fields: (t) => ({
    isRunning: t.boolean({ description: 'Whether a run is in progress.', resolve: ({ phase }) => phase !== null }),
    history: t.expose('history', { type: [PageCachePreloadStep], description: 'URLs of the current run, latest first, at most five.' }),
    nextAt: t.expose('nextAt', { type: 'DateTime', nullable: true, description: 'When the next run starts; null if none is planned.' }),
    previousAt: t.expose('previousAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last run ended; null if no run has ended.',
    }),
  }),
});

/** Boolean settings, with the meaning of true. */
export const booleanSettings = [
  ['isEnabled', 'Whether responses are cached.'],
  ['isAnonymousEnabled', 'Whether responses to anonymous visitors are cached.'],
  ['isLocked', 'Whether cached responses are kept when content changes.'],
  ['isMobileSeparate', 'Whether separate responses are cached for mobile browsers.'],
  ['hasDynamicFragments', 'Ignored, and accepted only for older administration pages: responses have no dynamic parts.'],
  ['listsNewest', 'Ignored, and accepted only for older administration pages: `pageCacheStatistics` always lists all cached responses.'],
  ['clearsOnEdit', 'Whether each change of content empties the cache.'],
  ['savesHeaders', 'Whether responses are cached with their own headers; anonymous responses are then not cached.'],
  ['servesStale', 'Whether an expired response is sent while a new one is generated.'],
  [
    'treatsKnownAsAnonymous',
    'Ignored, and accepted only for older administration pages: visitors who send a cookie never get cached responses.',
  ],
  ['usesSharedMemory', 'Ignored, and accepted only for older administration pages: there is no shared memory.'],
  [
    'refreshesOnlyCommented',
    'Ignored, and accepted only for older administration pages: a comment always removes the responses that show comments.',
  ],
  ['isCompressed', 'Whether compressed versions of responses are also cached.'],
  ['isConditional', 'Whether clients that already have an unchanged response get status 304.'],
  ['startsLate', 'Ignored, and accepted only for older administration pages: the cache is always consulted first.'],
  ['isPlainAscii', 'Ignored, and accepted only for older administration pages: responses name their character set.'],
  ['mayWriteTogether', 'Ignored, and accepted only for older administration pages: only one request at a time generates a response.'],
  ['greets', 'Ignored, and accepted only for older administration pages: the header `X-Page-Cache` contains this information.'],
  ['checksFrontPages', 'Ignored, and accepted only for older administration pages: `debugging` contains this setting.'],
  ['bypassesQueries', 'Whether URLs with a query are not cached.'],
] as const satisfies readonly (readonly [keyof Stored, string])[];

const listSettings = [
  ['acceptedFiles', 'File names that are never rejected.'],
  ['rejectedPaths', 'Patterns of paths that are never cached.'],
  ['rejectedAgents', 'Parts of user agents that get no cached responses.'],
  ['pinnedPaths', 'Paths that older administration pages pin; pinned paths are cached like all others.'],
] as const satisfies readonly (readonly [keyof Stored, string])[];

export const PageCacheSettings = builder.objectRef<Stored>('PageCacheSettings').implement({
  description: 'Settings of the page cache.',
  fields: (t) => ({
    ...Object.fromEntries(
      booleanSettings.map(([name, description]) => [name, t.boolean({ description, resolve: (settings) => settings[name] })]),
    ),
    ...Object.fromEntries(
      listSettings.map(([name, description]) => [name, t.stringList({ description, resolve: (settings) => settings[name] })]),
    ),
    isPreloadAllowed: t.boolean({
      description: 'Whether the operator of the service allows the preload.',
      resolve: (_settings, _args, { site }) => site.config.pageCachePreload,
    }),
    isPreloading: t.boolean({
      description: 'Whether a run of the preload is in progress or planned.',
      resolve: (_settings, _args, { site }) => isPreloading(site),
    }),
    preloadState: t.field({
      type: PageCachePreloadState,
      description: 'State of the preload.',
      resolve: (_settings, _args, { site }) => loadPreloadState(site),
    }),
    publishedCount: t.int({
      description: 'Number of published objects.',
      resolve: (_settings, _args, { site }) => countPublished(site),
    }),
    minPreloadInterval: t.int({
      ...declareFormerName('leastPreloadInterval'),
      description:
        'Recommended minimum for the interval between runs of the preload, in minutes. Shorter intervals are also accepted, down to 10 minutes.',
      resolve: async (_settings, _args, { site }) => computeMinPreloadInterval(await countPublished(site)),
    }),
    storeName: t.exposeString('storeName', { description: 'Name of the store of cached responses, which is the last part of `storeUrl`.' }),
    storeUrl: t.string({
      description: 'URL of the store.',
      resolve: ({ storeName }, _args, { site }) => `${site.config.siteUrl}/${storeName}`,
    }),
    defaultStoreName: t.string({ description: 'Name of the store on a new site.', resolve: () => defaults.storeName }),
    delivery: t.expose('delivery', { type: PageCacheDelivery, description: 'Delivery of cached responses.' }),
    visitors: t.expose('visitors', { type: PageCacheVisitors, description: 'Visitors who get cached responses.' }),
    mobileBrowsers: t.string({
      description: 'Parts of the user agents of mobile browsers, separated by commas.',
      resolve: () => mobileBrowsers.join(', '),
    }),
    secret: t.exposeString('secret', { description: 'Secret of 32 hexadecimal digits. `restorePageCacheSettings` changes it.' }),
    exclusions: t.expose('exclusions', { type: PageCacheExclusions, description: 'Kinds of responses that are not cached.' }),
    collection: t.expose('collection', { type: PageCacheCollection, description: 'How long responses are fresh.' }),
    preload: t.expose('preload', {
      type: PageCachePreload,
      description: 'Preload of the cache: requests to pages before visitors request them.',
    }),
    cdn: t.expose('cdn', {
      type: PageCacheCdn,
      description: 'Assets from another host. It has no effect: no URL of an asset is rewritten.',
    }),
    debugging: t.expose('debugging', { type: PageCacheDebugging, description: 'Debugging of the page cache.' }),
  }),
});
