import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { cleanIp, cleanList, cleanMarker, cleanPath, cleanPinned, cleanTime } from './cleaning.rules.ts';
import { assetFolders } from './lists.ts';
import { FIRST_COLLECTION_SECONDS, computeNextCollection } from './planning.rules.ts';
import { defaults, type PageCacheSettings } from './settings.ts';

/** Changes of the members of a group; absent and null values do not change. */
type Changes<T> = { [K in keyof T]?: T[K] | null | undefined };
type Groups = Pick<PageCacheSettings, 'collection' | 'preload' | 'cdn' | 'debugging' | 'exclusions'>;
type Internal = 'secret' | 'extensions';

type PreloadChanges = Changes<PageCacheSettings['preload']> & {
  /** Preloads all objects, regardless of `posts`. */
  allPosts?: boolean | null | undefined;
  /** `all`, a number or false, as in the published API. */
  publishedPosts?: unknown;
};

/** Changes of settings. Absent or null values stay. */
export type PageCacheChanges = Changes<Omit<PageCacheSettings, keyof Groups | Internal>> & {
  [G in Exclude<keyof Groups, 'preload'>]?: Changes<Groups[G]> | null | undefined;
} & {
  preload?: PreloadChanges | null | undefined;
  /** Shorthand for `isAnonymousEnabled` and `delivery`. */
  kind?: 'USER' | 'EXPERT' | 'SIMPLE' | null | undefined;
  /** Additional pinned path or URL of the site. */
  pins?: string | null | undefined;
};

function omitNull<T extends object>(changes: Changes<T> | null | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(changes ?? {}).filter(([, value]) => value !== undefined && value !== null)) as Partial<T>;
}

/** True if a group has any value. */
export const hasValues = (changes: object | null | undefined): boolean =>
  Object.values(changes ?? {}).some((value) => value !== undefined && value !== null);

/** Consequences of changed settings. */
export interface Consequences {
  /** Removes all responses. */
  purgesAll: boolean;
  /** Removes the responses of the anonymous bucket. */
  purgesAnonymous: boolean;
}

/** Returns the settings with the changes, which are cleaned. `siteUrl` is the prefix of the site's URLs. */
export function applyChanges(before: PageCacheSettings, changes: PageCacheChanges, siteUrl: string, at: Date): PageCacheSettings {
  const { collection, preload, cdn, debugging, exclusions, pins, kind, ...plain } = changes;
  const after: PageCacheSettings = { ...before, ...omitNull(plain) };
  if (kind) after.isAnonymousEnabled = kind !== 'USER';
  if (kind === 'EXPERT' || kind === 'SIMPLE') after.delivery = kind;
  if (plain.storeName != null) after.storeName = cleanPath(plain.storeName) || defaults.storeName;
  if (plain.acceptedFiles) after.acceptedFiles = cleanList(plain.acceptedFiles);
  if (plain.rejectedPaths) after.rejectedPaths = cleanList(plain.rejectedPaths);
  if (plain.rejectedAgents) after.rejectedAgents = cleanList(plain.rejectedAgents, { keepsBlanks: true });
  if (plain.pinnedPaths) after.pinnedPaths = cleanPinned(plain.pinnedPaths, siteUrl);
  if (pins != null) after.pinnedPaths = [...new Set([...after.pinnedPaths, ...cleanPinned([pins], siteUrl)])];
  if (exclusions) after.exclusions = { ...defaults.exclusions, ...omitNull(exclusions) };
  if (collection && hasValues(collection)) after.collection = planCollection({ ...before.collection, ...omitNull(collection) }, at);
  if (preload) after.preload = { ...before.preload, ...preloadChanges(preload) };
  if (cdn) after.cdn = cleanCdn({ ...before.cdn, ...omitNull(cdn) });
  if (debugging) {
    const { ip, frontPageText, ...flags } = omitNull(debugging);
    after.debugging = { ...before.debugging, ...flags };
    if (ip !== undefined) after.debugging.ip = cleanIp(ip);
    if (frontPageText !== undefined) after.debugging.frontPageText = cleanMarker(frontPageText);
  }
  if (!before.isEnabled && after.isEnabled)
    after.collection = { ...after.collection, nextAt: toUnixTimeAfter(at, FIRST_COLLECTION_SECONDS) };
  if (!after.isEnabled) after.collection = { ...after.collection, nextAt: null };
  return after;
}

const toUnixTimeAfter = (at: Date, seconds: number): number => Math.floor(at.getTime() / 1000) + seconds;

function planCollection(collection: PageCacheSettings['collection'], at: Date): PageCacheSettings['collection'] {
  const cleaned = { ...collection, time: cleanTime(collection.time), interval: collection.interval || FIRST_COLLECTION_SECONDS };
  return { ...cleaned, nextAt: computeNextCollection(cleaned, at) };
}

/** Returns the changes of the preload. Ignores intervals under ten minutes, except 0. */
function preloadChanges({ allPosts, publishedPosts, ...preload }: PreloadChanges): Partial<PageCacheSettings['preload']> {
  const { interval, ...others } = omitNull<PageCacheSettings['preload']>(preload);
  const isAll = allPosts === true || publishedPosts === 'all';
  const posts = isAll ? null : publishedPosts === false ? 0 : typeof publishedPosts === 'number' ? publishedPosts : undefined;
  return {
    ...others,
    ...(interval !== undefined && (interval === 0 || interval >= 10) && { interval }),
    ...(posts !== undefined && { posts }),
  };
}

function cleanCdn(cdn: PageCacheSettings['cdn']): PageCacheSettings['cdn'] {
  return {
    ...cdn,
    siteUrl: cdn.siteUrl?.replace(/\/+$/, '') ?? null,
    directories: cdn.directories?.trim() === '' ? assetFolders : cdn.directories,
  };
}

/** Returns which responses must be removed after a change of the settings. */
export function computeConsequences(before: PageCacheSettings, after: PageCacheSettings): Consequences {
  return {
    purgesAll:
      (before.isLocked && !after.isLocked) ||
      (before.visitors === 'EVERYBODY' && after.visitors !== 'EVERYBODY') ||
      (!before.treatsKnownAsAnonymous && after.treatsKnownAsAnonymous) ||
      before.isCompressed !== after.isCompressed ||
      // compared deeply, because members read from the database have another order
      !isDeepStrictEqual(before.exclusions, after.exclusions),
    purgesAnonymous: before.isAnonymousEnabled && !after.isAnonymousEnabled,
  };
}

/** Recommended settings, with the cache enabled. */
export const recommended: PageCacheChanges = {
  isEnabled: true,
  isAnonymousEnabled: true,
  isCompressed: false,
  isMobileSeparate: true,
  servesStale: true,
  visitors: 'SIGNED_OUT',
};

/** Returns the default settings with the intervals that a reset sets in the reference, a new secret, and the current extensions and log. */
export function resetSettings(before: PageCacheSettings): PageCacheSettings {
  return {
    ...defaults,
    collection: { ...defaults.collection, maxAge: 1800, interval: FIRST_COLLECTION_SECONDS, recurrence: 'HOURLY' },
    secret: createSecret(),
    debugging: { ...defaults.debugging, username: before.debugging.username, logName: before.debugging.logName },
    extensions: before.extensions,
  };
}

/** Returns 32 random hexadecimal digits. */
export function createSecret(): string {
  return randomBytes(16).toString('hex');
}
