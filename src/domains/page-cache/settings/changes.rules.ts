import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { cleanIp, cleanList, cleanMarker, cleanPath, cleanPinned, cleanTime } from './cleaning.rules.ts';
import { assetFolders } from './lists.ts';
import { FIRST_COLLECTION_SECONDS, computeNextCollection } from './planning.rules.ts';
import { defaults, type PageCacheSettings } from './settings.ts';

/** Changes of the members of a group. Members that are absent or null do not change. */
type Changes<T> = { [K in keyof T]?: T[K] | null | undefined };
type Groups = Pick<PageCacheSettings, 'collection' | 'preload' | 'cdn' | 'debugging' | 'exclusions'>;
type Internal = 'secret' | 'extensions';

type PreloadChanges = Changes<PageCacheSettings['preload']> & {
  /** True to preload all objects, regardless of `posts`. */
  allPosts?: boolean | null | undefined;
  /** Value of the published API: `all`, a number of objects, or false for none. */
  publishedPosts?: unknown;
};

/** Changes of settings. Settings whose value is absent or null do not change. */
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

/** True if at least one member of a group has a value. */
export const hasValues = (changes: object | null | undefined): boolean =>
  Object.values(changes ?? {}).some((value) => value !== undefined && value !== null);

/** Responses that must be removed after a change of the settings. */
export interface Consequences {
  /** True to remove all responses. */
  purgesAll: boolean;
  /** True to remove the responses of the anonymous bucket. */
  purgesAnonymous: boolean;
}

/** Cleans the changes and returns the settings with the changes. `siteUrl` is the prefix of the site's URLs. */
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
  if (preload) after.preload = { ...before.preload, ...toPreloadSettings(preload) };
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

/** Returns the changes of the preload settings. Ignores an interval of less than ten minutes, except 0. */
function toPreloadSettings({ allPosts, publishedPosts, ...preload }: PreloadChanges): Partial<PageCacheSettings['preload']> {
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
      // compared by value, because members that are read from the database have another order
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

/**
 * Returns the default settings with a new secret, the current extensions and log name, and the intervals that a reset sets in the upstream software.
 */
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
