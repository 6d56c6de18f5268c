import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { cleanIp, cleanList, cleanMarker, cleanPath, cleanPinned, cleanTime } from './cleaning.rules.ts';
import { assetFolders } from './lists.ts';
import { FIRST_COLLECTION_SECONDS, nextCollection } from './planning.rules.ts';
import { defaults, type PageCacheSettings } from './settings.ts';

/** Of a group only what changes. */
type Some<T> = { [K in keyof T]?: T[K] | null | undefined };
type Groups = Pick<PageCacheSettings, 'collection' | 'preload' | 'cdn' | 'debugging' | 'exclusions'>;
type Own = 'secret' | 'extensions';

type PreloadChanges = Some<PageCacheSettings['preload']> & {
  /** All objects, in place of a number. */
  allPosts?: boolean | null | undefined;
  /** `all`, a number or false, as it is published. */
  publishedPosts?: unknown;
};

/** Which settings change, and how; what is absent or null keeps its value. */
export type PageCacheChanges = Some<Omit<PageCacheSettings, keyof Groups | Own>> & {
  [G in Exclude<keyof Groups, 'preload'>]?: Some<Groups[G]> | null | undefined;
} & {
  preload?: PreloadChanges | null | undefined;
  /** `isAnonymousEnabled` and `delivery` in one word. */
  kind?: 'USER' | 'EXPERT' | 'SIMPLE' | null | undefined;
  /** One more pinned path, or an address of the site. */
  pins?: string | null | undefined;
};

function given<T extends object>(some: Some<T> | null | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(some ?? {}).filter(([, value]) => value !== undefined && value !== null)) as Partial<T>;
}

/** Whether a group says anything. */
export const isSaid = (some: object | null | undefined): boolean =>
  Object.values(some ?? {}).some((value) => value !== undefined && value !== null);

/** What a changed setting makes necessary. */
export interface Consequences {
  /** Everything that is kept goes. */
  purgesAll: boolean;
  /** What is kept in the anonymous way goes. */
  purgesAnonymous: boolean;
}

/** The settings after a change, cleaned; `siteUrl` is what addresses begin with. */
export function changed(before: PageCacheSettings, changes: PageCacheChanges, siteUrl: string, at: Date): PageCacheSettings {
  const { collection, preload, cdn, debugging, exclusions, pins, kind, ...plain } = changes;
  const after: PageCacheSettings = { ...before, ...given(plain) };
  if (kind) after.isAnonymousEnabled = kind !== 'USER';
  if (kind === 'EXPERT' || kind === 'SIMPLE') after.delivery = kind;
  if (plain.storeName != null) after.storeName = cleanPath(plain.storeName) || defaults.storeName;
  if (plain.acceptedFiles) after.acceptedFiles = cleanList(plain.acceptedFiles);
  if (plain.rejectedPaths) after.rejectedPaths = cleanList(plain.rejectedPaths);
  if (plain.rejectedAgents) after.rejectedAgents = cleanList(plain.rejectedAgents, { keepsBlanks: true });
  if (plain.pinnedPaths) after.pinnedPaths = cleanPinned(plain.pinnedPaths, siteUrl);
  if (pins != null) after.pinnedPaths = [...new Set([...after.pinnedPaths, ...cleanPinned([pins], siteUrl)])];
  if (exclusions) after.exclusions = { ...defaults.exclusions, ...given(exclusions) };
  if (collection && isSaid(collection)) after.collection = planned({ ...before.collection, ...given(collection) }, at);
  if (preload) after.preload = { ...before.preload, ...preloadChanges(preload) };
  if (cdn) after.cdn = cdnOf({ ...before.cdn, ...given(cdn) });
  if (debugging) {
    const { ip, frontPageText, ...flags } = given(debugging);
    after.debugging = { ...before.debugging, ...flags };
    if (ip !== undefined) after.debugging.ip = cleanIp(ip);
    if (frontPageText !== undefined) after.debugging.frontPageText = cleanMarker(frontPageText);
  }
  if (!before.isEnabled && after.isEnabled) after.collection = { ...after.collection, nextAt: secondsAfter(at, FIRST_COLLECTION_SECONDS) };
  if (!after.isEnabled) after.collection = { ...after.collection, nextAt: null };
  return after;
}

const secondsAfter = (at: Date, seconds: number): number => Math.floor(at.getTime() / 1000) + seconds;

function planned(collection: PageCacheSettings['collection'], at: Date): PageCacheSettings['collection'] {
  const whole = { ...collection, time: cleanTime(collection.time), interval: collection.interval || FIRST_COLLECTION_SECONDS };
  return { ...whole, nextAt: nextCollection(whole, at) };
}

/** Runs that follow each other within ten minutes are not taken. */
function preloadChanges({ allPosts, publishedPosts, ...preload }: PreloadChanges): Partial<PageCacheSettings['preload']> {
  const { interval, ...rest } = given<PageCacheSettings['preload']>(preload);
  const isAll = allPosts === true || publishedPosts === 'all';
  const posts = isAll ? null : publishedPosts === false ? 0 : typeof publishedPosts === 'number' ? publishedPosts : undefined;
  return {
    ...rest,
    ...(interval !== undefined && (interval === 0 || interval >= 10) && { interval }),
    ...(posts !== undefined && { posts }),
  };
}

function cdnOf(cdn: PageCacheSettings['cdn']): PageCacheSettings['cdn'] {
  return {
    ...cdn,
    siteUrl: cdn.siteUrl?.replace(/\/+$/, '') ?? null,
    directories: cdn.directories?.trim() === '' ? assetFolders : cdn.directories,
  };
}

/** What has to go when these settings become those. */
export function consequencesOf(before: PageCacheSettings, after: PageCacheSettings): Consequences {
  return {
    purgesAll:
      (before.isLocked && !after.isLocked) ||
      (before.visitors === 'EVERYBODY' && after.visitors !== 'EVERYBODY') ||
      (!before.treatsKnownAsAnonymous && after.treatsKnownAsAnonymous) ||
      before.isCompressed !== after.isCompressed ||
      // what was read back from the database has its members in another order
      !isDeepStrictEqual(before.exclusions, after.exclusions),
    purgesAnonymous: before.isAnonymousEnabled && !after.isAnonymousEnabled,
  };
}

/** The recommended settings in one step: the cache is on. */
export const recommended: PageCacheChanges = {
  isEnabled: true,
  isAnonymousEnabled: true,
  isCompressed: false,
  isMobileSeparate: true,
  servesStale: true,
  visitors: 'SIGNED_OUT',
};

/** The settings of a new installation, but with the times that a reset has always meant, and a new secret. */
export function restored(before: PageCacheSettings): PageCacheSettings {
  return {
    ...defaults,
    collection: { ...defaults.collection, maxAge: 1800, interval: FIRST_COLLECTION_SECONDS, recurrence: 'HOURLY' },
    secret: newSecret(),
    debugging: { ...defaults.debugging, username: before.debugging.username, logName: before.debugging.logName },
    extensions: before.extensions,
  };
}

/** 32 hexadecimal digits that nobody guesses. */
export function newSecret(): string {
  return randomBytes(16).toString('hex');
}
