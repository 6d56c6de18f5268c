import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import {
  PageCacheCollectionMode,
  PageCacheDelivery,
  PageCacheKind,
  PageCacheMailVolume,
  PageCacheRecurrence,
  PageCacheVisitors,
} from './enums.ts';
import { cdnDescriptions, pageTypeDescriptions } from './groups.ts';
import { booleanSettings } from './settings.ts';
import { nulls } from '../public/nulls.ts';
import { describedAs, zeroAsNull } from '../public/public-mapping.ts';

const PageCacheExclusionsInput = builder.inputType('PageCacheExclusionsInput', {
  ...nulls({}),
  description: 'Kinds of responses that are not cached.',
  fields: (t) => Object.fromEntries(Object.entries(pageTypeDescriptions).map(([name, description]) => [name, t.boolean({ description })])),
});

const PageCacheCollectionInput = builder.inputType('PageCacheCollectionInput', {
  ...nulls({ handledByResolver: ['maxAge'] }),
  description: 'How long responses are fresh, and when expired responses are removed.',
  fields: (t) => ({
    maxAge: t.int({ ...zeroAsNull('Seconds for which a response is fresh; null for no limit.') }),
    mode: t.field({ type: PageCacheCollectionMode, description: 'When expired responses are removed.' }),
    time: t.string({ description: 'Time of the day, `HH:MM` UTC. Any other value stands for midnight.' }),
    interval: t.int({ ...describedAs('Seconds between two removals.', 'Seconds between two removals; 0 stands for ten minutes.') }),
    recurrence: t.field({ type: PageCacheRecurrence, description: 'How often expired responses are removed, if `mode` is `TIME`.' }),
    isMailed: t.boolean({ description: 'Whether the administrator gets a mail about each removal.' }),
  }),
});

const PageCachePreloadInput = builder.inputType('PageCachePreloadInput', {
  ...nulls({ handledByResolver: ['interval'] }),
  description: 'Preload of the cache: requests to pages before visitors request them.',
  fields: (t) => ({
    interval: t.int({ ...zeroAsNull('Minutes between two runs; null if the preload does not repeat. Values from 1 to 9 are ignored.') }),
    posts: t.int({ description: 'Number of objects to request, newest first.' }),
    allPosts: t.boolean({ description: 'Whether to request all objects.' }),
    publishedPosts: t.field({
      type: 'JSON',
      ...legacyOnly('Use `allPosts` and `posts` instead.'),
      description: 'The values of `allPosts` and `posts` in one value: `all`, a number, or false for none.',
    }),
    isOn: t.boolean({ description: 'Whether the preload is on; anonymous responses then never expire.' }),
    taxonomies: t.boolean({ description: 'Whether archives of categories and tags are requested first.' }),
    mailVolume: t.field({ type: PageCacheMailVolume, description: 'Which mails about the preload the administrator receives.' }),
  }),
});

const PageCacheCdnInput = builder.inputType('PageCacheCdnInput', {
  ...nulls({ clearedBy: { aliases: '', url: '', siteUrl: '', excluded: '', directories: '' } }),
  description: 'Content delivery network for assets in cached HTML. It has no effect: no URL of an asset is rewritten.',
  fields: (t) => ({
    isEnabled: t.boolean({ description: cdnDescriptions.isEnabled }),
    isHttps: t.boolean({ description: cdnDescriptions.isHttps }),
    aliases: t.string({ description: cdnDescriptions.aliases }),
    url: t.string({ description: cdnDescriptions.url }),
    siteUrl: t.string({ description: cdnDescriptions.siteUrl }),
    excluded: t.string({ description: cdnDescriptions.excluded }),
    directories: t.string({ description: `${cdnDescriptions.directories} Empty or null stands for the default folders.` }),
  }),
});

const PageCacheDebuggingInput = builder.inputType('PageCacheDebuggingInput', {
  ...nulls({ clearedBy: { ip: '', frontPageText: '' } }),
  description: 'Debugging of the page cache: a log of requests, and checks of the home page.',
  fields: (t) => ({
    isOn: t.boolean({ description: 'Whether requests are logged.' }),
    showsDates: t.boolean({ description: 'This value has no effect; the header `X-Page-Cache-Date` always contains the date.' }),
    ip: t.string({ description: 'IP address. Only requests from this address are logged; if it is invalid, all requests are logged.' }),
    checksFrontPage: t.boolean({ description: 'Whether the home page is checked every six minutes.' }),
    clearsOnFailure: t.boolean({ description: 'Whether everything is removed from the cache if the check fails.' }),
    frontPageText: t.string({ description: 'Text that the home page has to contain.' }),
    isMailed: t.boolean({ description: 'Whether the administrator gets a mail if the check fails.' }),
  }),
});

/** Replaces null in `maxAge` and `interval`, which stands for no limit or no repetition, with the stored value 0. */
export function replaceNulls(changes: typeof PageCacheSettingsInput.$inferInput): typeof PageCacheSettingsInput.$inferInput {
  const { collection, preload } = changes;
  return {
    ...changes,
    ...(collection?.maxAge === null && { collection: { ...collection, maxAge: 0 } }),
    ...(preload?.interval === null && { preload: { ...preload, interval: 0 } }),
  };
}

/** Changes to the settings of the page cache. */
export const PageCacheSettingsInput = builder.inputType('PageCacheSettingsInput', {
  ...nulls({ clearedBy: { acceptedFiles: [], rejectedPaths: [], rejectedAgents: [], pinnedPaths: [] } }),
  description: 'Settings of the page cache to change.',
  fields: (t) => ({
    ...Object.fromEntries(booleanSettings.map(([name, description]) => [name, t.boolean({ description })])),
    storeName: t.string({ description: 'Name of the store of cached responses, which is the last part of `storeUrl`.' }),
    delivery: t.field({ type: PageCacheDelivery, description: 'How cached responses are delivered.' }),
    kind: t.field({
      type: PageCacheKind,
      ...legacyOnly('Use `isAnonymousEnabled` and `delivery` instead.'),
      description: 'The values of `isAnonymousEnabled` and `delivery` in one value.',
    }),
    visitors: t.field({ type: PageCacheVisitors, description: 'Visitors who get cached responses.' }),
    exclusions: t.field({ type: PageCacheExclusionsInput, description: 'Kinds of responses that are not cached.' }),
    collection: t.field({ type: PageCacheCollectionInput, description: 'How long responses are fresh.' }),
    preload: t.field({ type: PageCachePreloadInput, description: 'Preload of the cache: requests to pages before visitors request them.' }),
    cdn: t.field({ type: PageCacheCdnInput, description: 'Assets from another host. It has no effect: no URL of an asset is rewritten.' }),
    debugging: t.field({ type: PageCacheDebuggingInput, description: 'Debugging of the page cache.' }),
    acceptedFiles: t.stringList({ description: 'File names that are never rejected.' }),
    rejectedPaths: t.stringList({ description: 'Patterns of paths that are never cached.' }),
    rejectedAgents: t.stringList({ description: 'Parts of user agents that get no cached responses.' }),
    pinnedPaths: t.stringList({ description: 'Paths that older administration pages pin.' }),
    pins: t.string({ description: 'An additional path or URL to pin. Its cached responses are removed once.' }),
  }),
});
