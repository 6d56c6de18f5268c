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
import { cdnWords, pageTypeWords } from './groups.ts';
import { flags } from './settings.ts';
import { nulls } from '../public/nulls.ts';
import { describedAs, zeroAsNull } from '../public/public-mapping.ts';

const PageCacheExclusionsInput = builder.inputType('PageCacheExclusionsInput', {
  ...nulls({}),
  description: 'Kinds of responses that are not kept.',
  fields: (t) => Object.fromEntries(Object.entries(pageTypeWords).map(([name, description]) => [name, t.boolean({ description })])),
});

const PageCacheCollectionInput = builder.inputType('PageCacheCollectionInput', {
  ...nulls({ passed: ['maxAge'] }),
  description: 'How long responses are fresh, and when expired ones are removed.',
  fields: (t) => ({
    maxAge: t.int({ ...zeroAsNull('Seconds; null = for ever.') }),
    mode: t.field({ type: PageCacheCollectionMode, description: 'When expired ones are removed.' }),
    time: t.string({ description: 'Time of the day, `HH:MM` UTC; anything else is midnight.' }),
    interval: t.int({ ...describedAs('Seconds between two removals.', 'Seconds between two removals; 0 = ten minutes.') }),
    recurrence: t.field({ type: PageCacheRecurrence, description: 'How often, at a time of the day.' }),
    isMailed: t.boolean({ description: 'Whether the administrator gets a mail about every removal.' }),
  }),
});

const PageCachePreloadInput = builder.inputType('PageCachePreloadInput', {
  ...nulls({ passed: ['interval'] }),
  description: 'Asking for addresses before visitors do.',
  fields: (t) => ({
    interval: t.int({ ...zeroAsNull('Minutes between two runs; null = no further run, 1 to 9 are left out.') }),
    posts: t.int({ description: 'How many of the newest objects.' }),
    allPosts: t.boolean({ description: 'All objects, whatever their number.' }),
    publishedPosts: t.field({
      type: 'JSON',
      ...legacyOnly('Two fields say it: `allPosts` and `posts`.'),
      description: 'Both as `all`, a number, or false.',
    }),
    isOn: t.boolean({ description: 'Anonymous responses never expire.' }),
    taxonomies: t.boolean({ description: 'Lists by category and tag come first.' }),
    mailVolume: t.field({ type: PageCacheMailVolume, description: 'Amount of mail to the administrator.' }),
  }),
});

const PageCacheCdnInput = builder.inputType('PageCacheCdnInput', {
  ...nulls({ clearedBy: { aliases: '', url: '', siteUrl: '', excluded: '', directories: '' } }),
  description: 'Where assets in kept HTML would be fetched. Stored only: no address of an asset is rewritten.',
  fields: (t) => ({
    isEnabled: t.boolean({ description: cdnWords.isEnabled }),
    isHttps: t.boolean({ description: cdnWords.isHttps }),
    aliases: t.string({ description: cdnWords.aliases }),
    url: t.string({ description: cdnWords.url }),
    siteUrl: t.string({ description: cdnWords.siteUrl }),
    excluded: t.string({ description: cdnWords.excluded }),
    directories: t.string({ description: `${cdnWords.directories} Empty or null = the usual ones.` }),
  }),
});

const PageCacheDebuggingInput = builder.inputType('PageCacheDebuggingInput', {
  ...nulls({ clearedBy: { ip: '', frontPageText: '' } }),
  description: 'Finding out what the cache does.',
  fields: (t) => ({
    isOn: t.boolean({ description: 'What it does is noted.' }),
    showsDates: t.boolean({ description: 'Stored; the header `X-Page-Cache-Date` says the moment either way.' }),
    ip: t.string({ description: 'Only requests from there are noted; what is no address is empty.' }),
    checksFrontPage: t.boolean({ description: 'The home page is looked at every six minutes.' }),
    clearsOnFailure: t.boolean({ description: 'Everything goes when it is not as it should be.' }),
    frontPageText: t.string({ description: 'What it has to show.' }),
    isMailed: t.boolean({ description: 'Whether the administrator gets a mail if it does not.' }),
  }),
});

/** The changes with 0 where null says that something never ends or comes again. */
export function withZeros(changes: typeof PageCacheSettingsInput.$inferInput): typeof PageCacheSettingsInput.$inferInput {
  const { collection, preload } = changes;
  return {
    ...changes,
    ...(collection?.maxAge === null && { collection: { ...collection, maxAge: 0 } }),
    ...(preload?.interval === null && { preload: { ...preload, interval: 0 } }),
  };
}

/** Which settings of the page cache change. */
export const PageCacheSettingsInput = builder.inputType('PageCacheSettingsInput', {
  ...nulls({ clearedBy: { acceptedFiles: [], rejectedPaths: [], rejectedAgents: [], pinnedPaths: [] } }),
  description: 'Which settings of the page cache change.',
  fields: (t) => ({
    ...Object.fromEntries(flags.map(([name, description]) => [name, t.boolean({ description })])),
    storeName: t.string({ description: 'Name of the store.' }),
    delivery: t.field({ type: PageCacheDelivery, description: 'How kept responses are delivered.' }),
    kind: t.field({
      type: PageCacheKind,
      ...legacyOnly('Two fields say it: `isAnonymousEnabled` and `delivery`.'),
      description: '`isAnonymousEnabled` and `delivery` in one word.',
    }),
    visitors: t.field({ type: PageCacheVisitors, description: 'Visitors who get cached responses.' }),
    exclusions: t.field({ type: PageCacheExclusionsInput, description: 'Kinds of responses that are not kept.' }),
    collection: t.field({ type: PageCacheCollectionInput, description: 'How long responses are fresh.' }),
    preload: t.field({ type: PageCachePreloadInput, description: 'Asking for addresses before visitors do.' }),
    cdn: t.field({ type: PageCacheCdnInput, description: 'Assets from another host. Stored only: no address of an asset is rewritten.' }),
    debugging: t.field({ type: PageCacheDebuggingInput, description: 'Finding out what the cache does.' }),
    acceptedFiles: t.stringList({ description: 'File names that no rule rejects.' }),
    rejectedPaths: t.stringList({ description: 'Patterns of paths that are never kept.' }),
    rejectedAgents: t.stringList({ description: 'Parts of names of programs that get no kept responses.' }),
    pinnedPaths: t.stringList({ description: 'Paths that stay.' }),
    pins: t.string({ description: 'One more path that stays, or its address; what is kept there goes once.' }),
  }),
});
