import type { PageCacheSettings, PageType } from '#app/domains/page-cache/settings/settings.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { PageCacheCollectionMode, PageCacheMailVolume, PageCacheRecurrence } from './enums.ts';
import { zeroAsNull } from '../public/public-mapping.ts';

/** Descriptions of the exclusions, by kind of response. */
export const pageTypeDescriptions: Readonly<Record<PageType, string>> = {
  search: 'Whether lists with a search are excluded from the cache.',
  feed: 'Whether embeds and documents of the REST API are excluded from the cache.',
  category: 'Whether archives of categories are excluded from the cache.',
  home: 'Whether the index of the REST API is excluded from the cache.',
  frontPage: 'Whether the index of the REST API is excluded from the cache.',
  tag: 'Whether archives of tags are excluded from the cache.',
  archives: 'Whether all other archives are excluded from the cache.',
  pages: 'Whether views of the calendar as HTML are excluded from the cache.',
  single: 'Whether pages of single objects are excluded from the cache.',
  author: 'Whether archives of authors are excluded from the cache.',
};

/** Kinds of responses that are not cached. */
export const PageCacheExclusions = builder.objectRef<PageCacheSettings['exclusions']>('PageCacheExclusions').implement({
  description: 'Kinds of responses that are not cached.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(pageTypeDescriptions).map(([name, description]) => [
        name,
        t.boolean({ description, resolve: (exclusions) => exclusions[name as PageType] }),
      ]),
    ),
});

/** Lifetime of responses, and the schedule that removes expired ones. */
export const PageCacheCollection = builder.objectRef<PageCacheSettings['collection']>('PageCacheCollection').implement({
  description: 'How long responses are fresh, and when expired responses are removed.',
  fields: (t) => ({
    maxAge: t.exposeInt('maxAge', { ...zeroAsNull('Seconds for which a response is fresh; null for no limit.') }),
    mode: t.expose('mode', { type: PageCacheCollectionMode, description: 'When expired responses are removed.' }),
    time: t.exposeString('time', { description: 'Time of the day, `HH:MM` UTC.' }),
    interval: t.exposeInt('interval', { nullable: true, description: 'Seconds between two removals; null if it was never stored.' }),
    recurrence: t.expose('recurrence', {
      type: PageCacheRecurrence,
      description: 'How often expired responses are removed, if `mode` is `TIME`.',
    }),
    isMailed: t.exposeBoolean('isMailed', { description: 'Whether the administrator gets a mail about each removal.' }),
    nextAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the next removal is due; null if none is planned.',
      resolve: ({ nextAt }) => (nextAt === null ? null : new Date(nextAt * 1000)),
    }),
  }),
});

/** Settings of the preload. */
export const PageCachePreload = builder.objectRef<PageCacheSettings['preload']>('PageCachePreload').implement({
  description: 'Preload of the cache: requests to pages before visitors request them.',
  fields: (t) => ({
    interval: t.exposeInt('interval', { ...zeroAsNull('Minutes between two runs; null if the preload does not repeat.') }),
    posts: t.exposeInt('posts', { nullable: true, description: 'Number of objects to request, newest first; null for all objects.' }),
    publishedPosts: t.field({
      type: 'JSON',
      ...legacy({ use: 'posts' }),
      description: 'The value of `posts`: `all`, a number, or false for none.',
      resolve: ({ posts }) => (posts === null ? 'all' : posts === 0 ? false : posts),
    }),
    isOn: t.exposeBoolean('isOn', { description: 'Whether the preload is on; anonymous responses then never expire.' }),
    taxonomies: t.exposeBoolean('taxonomies', { description: 'Whether archives of categories and tags are requested first.' }),
    mailVolume: t.expose('mailVolume', {
      type: PageCacheMailVolume,
      description: 'Which mails about the preload the administrator receives.',
    }),
    isMailed: t.boolean({ description: 'Whether the administrator gets mail.', resolve: ({ mailVolume }) => mailVolume !== 'NONE' }),
  }),
});

/** Descriptions of the settings of assets. The service does not use these settings. */
export const cdnDescriptions = {
  isEnabled: 'Whether URLs of assets would be rewritten. It has no effect.',
  isHttps: 'Whether pages over HTTPS would keep their URLs. It has no effect.',
  aliases: 'Additional host names, separated by commas. It has no effect.',
  url: 'URL from which assets would be fetched. It has no effect.',
  siteUrl: 'Current first part of the URLs of assets. It has no effect.',
  excluded: 'Parts of URLs that would not be rewritten. It has no effect.',
  directories: 'Folders of assets. It has no effect.',
};

/** Settings of a CDN, which only older administration pages set. */
export const PageCacheCdn = builder.objectRef<PageCacheSettings['cdn']>('PageCacheCdn').implement({
  description:
    'Content delivery network for assets. The settings are stored for older administration pages only: no URL of an asset is rewritten.',
  fields: (t) => ({
    isEnabled: t.exposeBoolean('isEnabled', { description: cdnDescriptions.isEnabled }),
    isHttps: t.exposeBoolean('isHttps', { description: cdnDescriptions.isHttps }),
    aliases: t.exposeString('aliases', { nullable: true, description: `${cdnDescriptions.aliases} Null if it was never set.` }),
    url: t.exposeString('url', { nullable: true, description: `${cdnDescriptions.url} Null if it was never set.` }),
    siteUrl: t.exposeString('siteUrl', { nullable: true, description: `${cdnDescriptions.siteUrl} Null if it was never set.` }),
    excluded: t.exposeString('excluded', { nullable: true, description: `${cdnDescriptions.excluded} Null if it was never set.` }),
    directories: t.exposeString('directories', { nullable: true, description: `${cdnDescriptions.directories} Null if it was never set.` }),
  }),
});

/** Settings for debugging the cache. */
export const PageCacheDebugging = builder.objectRef<PageCacheSettings['debugging']>('PageCacheDebugging').implement({
  description: 'Debugging of the page cache: a log of requests, and checks of the home page.',
  fields: (t) => ({
    isOn: t.exposeBoolean('isOn', { description: 'Whether requests are logged.' }),
    showsDates: t.exposeBoolean('showsDates', {
      description: 'This value has no effect; the header `X-Page-Cache-Date` always contains the date.',
    }),
    ip: t.exposeString('ip', {
      description: 'IP address. Only requests from this address are logged; if it is empty, all requests are logged.',
    }),
    checksFrontPage: t.exposeBoolean('checksFrontPage', { description: 'Whether the home page is checked every six minutes.' }),
    clearsOnFailure: t.exposeBoolean('clearsOnFailure', {
      description: 'Whether everything is removed from the cache if the check fails.',
    }),
    frontPageText: t.exposeString('frontPageText', { description: 'Text that the home page has to contain.' }),
    isMailed: t.exposeBoolean('isMailed', { description: 'Whether the administrator gets a mail if the check fails.' }),
    username: t.exposeString('username', { description: 'Name of the reader of the log.' }),
    logName: t.exposeString('logName', { description: 'Name of the log.' }),
  }),
});
