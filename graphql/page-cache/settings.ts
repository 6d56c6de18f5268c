import { preloadState, type PreloadState, type PreloadStep } from '#app/domains/page-cache/preload/state.ts';
import { isPreloading } from '#app/domains/page-cache/preload/plan.service.ts';
import { mobileBrowsers } from '#app/domains/page-cache/settings/lists.ts';
import { leastPreloadInterval } from '#app/domains/page-cache/settings/planning.rules.ts';
import { defaults, type PageCacheSettings as Stored } from '#app/domains/page-cache/settings/settings.ts';
import { countPublished } from '#app/domains/page-cache/status.service.ts';
import { builder } from '../builder.ts';
import { PageCacheDelivery, PageCacheVisitors } from './enums.ts';
import { PageCacheCdn, PageCacheCollection, PageCacheDebugging, PageCacheExclusions, PageCachePreload } from './groups.ts';
import { type ClosedSet, oneOf } from '../public/public-mapping.ts';
import { formerly } from '../public/former-names.ts';

const preloadGroups: ClosedSet = {
  name: 'PageCachePreloadGroup',
  description: 'What the addresses of a preload belong to.',
  values: { taxonomies: 'Lists by taxonomy terms.', posts: 'Pages of all contents.' },
};

const PageCachePreloadStep = builder.objectRef<PreloadStep>('PageCachePreloadStep').implement({
  description: 'An address that a run has asked for.',
  fields: (t) => ({
    group: t.string({ ...oneOf(preloadGroups, 'What it belongs to.'), resolve: ({ group }) => group }),
    progress: t.exposeString('progress', { description: 'Name of the taxonomy, or which object of the run it was.' }),
    url: t.exposeString('url', { description: 'The address that is loaded.' }),
  }),
});

/** What the preload is at. */
export const PageCachePreloadState = builder.objectRef<PreloadState>('PageCachePreloadState').implement({
  description: 'What the preload is at.',
  fields: (t) => ({
    isRunning: t.boolean({ description: 'A run is under way.', resolve: ({ phase }) => phase !== null }),
    history: t.field({
      type: [PageCachePreloadStep],
      description: 'Addresses of the run, the latest first, five at most.',
      resolve: ({ history }) => history,
    }),
    nextAt: t.expose('nextAt', { type: 'DateTime', nullable: true, description: 'When the next run begins.' }),
    previousAt: t.expose('previousAt', { type: 'DateTime', nullable: true, description: 'When the last run ended.' }),
  }),
});

/** Names of settings that are true or false, and what true means. */
export const flags = [
  ['isEnabled', 'Whether responses are cached.'],
  ['isAnonymousEnabled', 'Those of visitors of whom nothing is known are kept.'],
  ['isLocked', 'Writes drop nothing.'],
  ['isMobileSeparate', 'Mobile browsers have responses of their own.'],
  ['hasDynamicFragments', 'Stored for older administration pages; responses have no parts that are made when they are sent.'],
  ['listsNewest', 'Stored for older administration pages; `pageCacheStatistics` lists what is kept either way.'],
  ['clearsOnEdit', 'Every change of content drops everything.'],
  ['savesHeaders', "The response's own headers are kept; no response is kept in the anonymous way then."],
  ['servesStale', 'An expired response is sent while a request makes a new one.'],
  ['treatsKnownAsAnonymous', 'Stored for older administration pages; anyone who sends a cookie passes the cache either way.'],
  ['usesSharedMemory', 'Stored for older administration pages; there is no shared memory.'],
  ['refreshesOnlyCommented', 'Stored for older administration pages; a comment drops what shows comments either way.'],
  ['isCompressed', 'Whether responses are cached compressed as well.'],
  ['isConditional', 'Unchanged responses are 304 for clients that have them.'],
  ['startsLate', 'Stored for older administration pages; the cache is asked first.'],
  ['isPlainAscii', 'Stored for older administration pages; responses name their character set.'],
  ['mayWriteTogether', 'Stored for older administration pages; a response is made by one request at a time.'],
  ['greets', 'Stored for older administration pages; the header `X-Page-Cache` says it.'],
  ['checksFrontPages', 'Stored for older administration pages; see `debugging`.'],
  ['bypassesQueries', 'Addresses with a query are not kept.'],
] as const satisfies readonly (readonly [keyof Stored, string])[];

const lists = [
  ['acceptedFiles', 'File names that no rule rejects.'],
  ['rejectedPaths', 'Patterns of paths that are never kept.'],
  ['rejectedAgents', 'Parts of names of programs that get no kept responses.'],
  ['pinnedPaths', 'Paths that older administration pages pin; they are kept like all others.'],
] as const satisfies readonly (readonly [keyof Stored, string])[];

/** How responses are kept for visitors. */
export const PageCacheSettings = builder.objectRef<Stored>('PageCacheSettings').implement({
  description: 'How responses are kept for visitors.',
  fields: (t) => ({
    ...Object.fromEntries(flags.map(([name, description]) => [name, t.boolean({ description, resolve: (all) => all[name] })])),
    ...Object.fromEntries(lists.map(([name, description]) => [name, t.stringList({ description, resolve: (all) => all[name] })])),
    isPreloadAllowed: t.boolean({
      description: 'The operator of the service allows the preload.',
      resolve: (_all, _args, { site }) => site.config.pageCachePreload,
    }),
    isPreloading: t.boolean({
      description: 'A run of the preload is under way or planned.',
      resolve: (_all, _args, { site }) => isPreloading(site),
    }),
    preloadState: t.field({
      type: PageCachePreloadState,
      description: 'What the preload is at.',
      resolve: (_all, _args, { site }) => preloadState(site),
    }),
    publishedCount: t.int({
      description: 'How many published objects there are.',
      resolve: (_all, _args, { site }) => countPublished(site),
    }),
    minPreloadInterval: t.int({
      ...formerly('leastPreloadInterval'),
      description: 'Minutes below which a further run of the preload is of no use.',
      resolve: async (_all, _args, { site }) => leastPreloadInterval(await countPublished(site)),
    }),
    storeName: t.exposeString('storeName', { description: 'Name of the store.' }),
    storeUrl: t.string({
      description: 'The same as an address.',
      resolve: ({ storeName }, _args, { site }) => `${site.config.siteUrl}/${storeName}`,
    }),
    defaultStoreName: t.string({ description: 'Its name on a new site.', resolve: () => defaults.storeName }),
    delivery: t.expose('delivery', { type: PageCacheDelivery, description: 'How kept responses are delivered.' }),
    visitors: t.expose('visitors', { type: PageCacheVisitors, description: 'Visitors who get cached responses.' }),
    mobileBrowsers: t.string({
      description: 'Parts of the names of mobile browsers, with commas between.',
      resolve: () => mobileBrowsers.join(', '),
    }),
    secret: t.exposeString('secret', { description: '32 hexadecimal digits; another one after a reset.' }),
    exclusions: t.field({
      type: PageCacheExclusions,
      description: 'Kinds of responses that are not kept.',
      resolve: ({ exclusions }) => exclusions,
    }),
    collection: t.field({
      type: PageCacheCollection,
      description: 'How long responses are fresh.',
      resolve: ({ collection }) => collection,
    }),
    preload: t.field({
      type: PageCachePreload,
      description: 'Asking for addresses before visitors do.',
      resolve: ({ preload }) => preload,
    }),
    cdn: t.field({
      type: PageCacheCdn,
      description: 'Assets from another host. Stored only: no address of an asset is rewritten.',
      resolve: ({ cdn }) => cdn,
    }),
    debugging: t.field({
      type: PageCacheDebugging,
      description: 'Finding out what the cache does.',
      resolve: ({ debugging }) => debugging,
    }),
  }),
});
