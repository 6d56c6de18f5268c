import type { PageCacheSettings, PageType } from '#app/domains/page-cache/settings/settings.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { PageCacheCollectionMode, PageCacheMailVolume, PageCacheRecurrence } from './enums.ts';
import { zeroAsNull } from '../public/public-mapping.ts';

/** Groups of the cache's settings. */

/** What each kind of responses is, for descriptions. */
export const pageTypeWords: Readonly<Record<PageType, string>> = {
  search: 'Lists with a search.',
  feed: 'Embeds and documents of the interface.',
  category: 'Lists of a category.',
  home: 'The index of the site.',
  frontPage: 'The index of the site.',
  tag: 'Lists of a tag.',
  archives: 'All other lists.',
  pages: 'Views as HTML.',
  single: 'Pages of single objects.',
  author: 'Lists of an author.',
};

/** Kinds of responses that are not kept. */
export const PageCacheExclusions = builder.objectRef<PageCacheSettings['exclusions']>('PageCacheExclusions').implement({
  description: 'Kinds of responses that are not kept.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(pageTypeWords).map(([name, description]) => [
        name,
        t.boolean({ description, resolve: (all) => all[name as PageType] }),
      ]),
    ),
});

/** How long responses are fresh, and when expired ones are removed. */
export const PageCacheCollection = builder.objectRef<PageCacheSettings['collection']>('PageCacheCollection').implement({
  description: 'How long responses are fresh, and when expired ones are removed.',
  fields: (t) => ({
    maxAge: t.exposeInt('maxAge', { ...zeroAsNull('Seconds for which a response is fresh; null = for ever.') }),
    mode: t.expose('mode', { type: PageCacheCollectionMode, description: 'When expired ones are removed.' }),
    time: t.exposeString('time', { description: 'Time of the day, `HH:MM` UTC.' }),
    interval: t.exposeInt('interval', { nullable: true, description: 'Seconds between two removals; null until it was stored once.' }),
    recurrence: t.expose('recurrence', { type: PageCacheRecurrence, description: 'How often, at a time of the day.' }),
    isMailed: t.exposeBoolean('isMailed', { description: 'Whether the administrator gets a mail about every removal.' }),
    nextAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the next removal is due; null = none is planned.',
      resolve: ({ nextAt }) => (nextAt === null ? null : new Date(nextAt * 1000)),
    }),
  }),
});

/** Asking for addresses before visitors do. */
export const PageCachePreload = builder.objectRef<PageCacheSettings['preload']>('PageCachePreload').implement({
  description: 'Asking for addresses before visitors do.',
  fields: (t) => ({
    interval: t.exposeInt('interval', { ...zeroAsNull('Minutes between two runs; null = no further run.') }),
    posts: t.exposeInt('posts', { nullable: true, description: 'How many of the newest objects; null = all.' }),
    publishedPosts: t.field({
      type: 'JSON',
      ...legacy({ use: 'posts' }),
      description: 'The same as `all`, a number, or false.',
      resolve: ({ posts }) => (posts === null ? 'all' : posts === 0 ? false : posts),
    }),
    isOn: t.exposeBoolean('isOn', { description: 'Anonymous responses never expire.' }),
    taxonomies: t.exposeBoolean('taxonomies', { description: 'Lists by category and tag come first.' }),
    mailVolume: t.expose('mailVolume', { type: PageCacheMailVolume, description: 'Amount of mail to the administrator.' }),
    isMailed: t.boolean({ description: 'Whether the administrator gets mail.', resolve: ({ mailVolume }) => mailVolume !== 'NONE' }),
  }),
});

/** What the settings of assets mean; nothing in the service reads them. */
export const cdnWords = {
  isEnabled: 'Whether addresses of assets would be rewritten. Stored only.',
  isHttps: 'Whether pages over HTTPS would keep their addresses. Stored only.',
  aliases: 'Further host names, separated by commas. Stored only.',
  url: 'Address from which assets would be fetched. Stored only.',
  siteUrl: 'Present beginning of the addresses of assets. Stored only.',
  excluded: 'Parts of addresses that would stay. Stored only.',
  directories: 'Folders of assets. Stored only.',
};

/** Where older administration pages let assets come from. */
export const PageCacheCdn = builder.objectRef<PageCacheSettings['cdn']>('PageCacheCdn').implement({
  description: 'Where older administration pages let assets come from. The settings are stored only: no address of an asset is rewritten.',
  fields: (t) => ({
    isEnabled: t.exposeBoolean('isEnabled', { description: cdnWords.isEnabled }),
    isHttps: t.exposeBoolean('isHttps', { description: cdnWords.isHttps }),
    aliases: t.exposeString('aliases', { nullable: true, description: `${cdnWords.aliases} Null = never set.` }),
    url: t.exposeString('url', { nullable: true, description: `${cdnWords.url} Null = never set.` }),
    siteUrl: t.exposeString('siteUrl', { nullable: true, description: `${cdnWords.siteUrl} Null = never set.` }),
    excluded: t.exposeString('excluded', { nullable: true, description: `${cdnWords.excluded} Null = never set.` }),
    directories: t.exposeString('directories', { nullable: true, description: `${cdnWords.directories} Null = never set.` }),
  }),
});

/** Finding out what the cache does. */
export const PageCacheDebugging = builder.objectRef<PageCacheSettings['debugging']>('PageCacheDebugging').implement({
  description: 'Finding out what the cache does.',
  fields: (t) => ({
    isOn: t.exposeBoolean('isOn', { description: 'What it does is noted.' }),
    showsDates: t.exposeBoolean('showsDates', { description: 'Stored; the header `X-Page-Cache-Date` says the moment either way.' }),
    ip: t.exposeString('ip', { description: 'Only requests from there are noted; empty = all.' }),
    checksFrontPage: t.exposeBoolean('checksFrontPage', { description: 'The home page is looked at every six minutes.' }),
    clearsOnFailure: t.exposeBoolean('clearsOnFailure', { description: 'Everything goes when it is not as it should be.' }),
    frontPageText: t.exposeString('frontPageText', { description: 'What it has to show.' }),
    isMailed: t.exposeBoolean('isMailed', { description: 'Whether the administrator gets a mail if it does not.' }),
    username: t.exposeString('username', { description: 'Name of the reader of the notes.' }),
    logName: t.exposeString('logName', { description: 'Name of the notes.' }),
  }),
});
