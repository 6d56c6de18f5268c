import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';
import { acceptedFiles, rejectedPaths } from './lists.ts';

const nonNegativeInteger = z.number().int().min(0);
const texts = z.array(z.string());

/** Types of responses that may be excluded from the cache. */
export const pageTypes = ['search', 'feed', 'category', 'home', 'frontPage', 'tag', 'archives', 'pages', 'single', 'author'] as const;
export type PageType = (typeof pageTypes)[number];

const exclusions = z.object(
  Object.fromEntries(pageTypes.map((type) => [type, z.boolean().default(false)])) as Record<PageType, z.ZodDefault<z.ZodBoolean>>,
);

/** Schedule for removing expired responses: an interval in seconds, or a time of day. */
const collection = z.object({
  /** Seconds for which a response is fresh; 0 means forever. */
  maxAge: nonNegativeInteger.default(3600),
  mode: z.enum(['INTERVAL', 'TIME']).default('INTERVAL'),
  time: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .default('00:00'),
  /** Seconds between two collections; null if it was never set. */
  interval: nonNegativeInteger.nullable().default(null),
  recurrence: z.enum(['HOURLY', 'TWICEDAILY', 'DAILY', 'WEEKLY']).default('DAILY'),
  isMailed: z.boolean().default(false),
  /** Time of the next collection in Unix seconds; null if none is planned. */
  nextAt: nonNegativeInteger.nullable().default(null),
});

const preload = z.object({
  /** Minutes between two runs; 0 for only one run. */
  interval: nonNegativeInteger.default(600),
  /** Number of newest objects to preload; null for all. */
  posts: nonNegativeInteger.nullable().default(0),
  /** True if the preload is enabled. Anonymous responses then never expire. */
  isOn: z.boolean().default(false),
  taxonomies: z.boolean().default(false),
  mailVolume: z.enum(['NONE', 'LESS', 'MEDIUM', 'MANY']).default('NONE'),
});

const cdn = z.object({
  isEnabled: z.boolean().default(false),
  isHttps: z.boolean().default(false),
  aliases: z.string().nullable().default(null),
  url: z.string().nullable().default(null),
  siteUrl: z.string().nullable().default(null),
  excluded: z.string().nullable().default(null),
  directories: z.string().nullable().default(null),
});

const debugging = z.object({
  isOn: z.boolean().default(false),
  showsDates: z.boolean().default(true),
  ip: z.string().default(''),
  checksFrontPage: z.boolean().default(false),
  clearsOnFailure: z.boolean().default(false),
  frontPageText: z.string().default(''),
  isMailed: z.boolean().default(false),
  username: z.string().default(''),
  logName: z.string().default(''),
});

/** All settings of the cache with their defaults (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.2). */
export const pageCacheSchema = z.object({
  isEnabled: z.boolean().default(false),
  isAnonymousEnabled: z.boolean().default(true),
  /** True if changes of data do not remove cached responses. */
  isLocked: z.boolean().default(false),
  storeName: z.string().default('page-cache/'),
  delivery: z.enum(['SIMPLE', 'EXPERT']).default('SIMPLE'),
  isMobileSeparate: z.boolean().default(false),
  hasDynamicFragments: z.boolean().default(false),
  listsNewest: z.boolean().default(false),
  clearsOnEdit: z.boolean().default(false),
  savesHeaders: z.boolean().default(false),
  servesStale: z.boolean().default(true),
  visitors: z.enum(['EVERYBODY', 'UNKNOWN', 'SIGNED_OUT']).default('EVERYBODY'),
  treatsKnownAsAnonymous: z.boolean().default(false),
  usesSharedMemory: z.boolean().default(false),
  refreshesOnlyCommented: z.boolean().default(false),
  isCompressed: z.boolean().default(false),
  isConditional: z.boolean().default(false),
  startsLate: z.boolean().default(false),
  isPlainAscii: z.boolean().default(false),
  mayWriteTogether: z.boolean().default(true),
  greets: z.boolean().default(false),
  checksFrontPages: z.boolean().default(false),
  /** 32 random hexadecimal digits; empty until the first start. */
  secret: z.string().default(''),
  bypassesQueries: z.boolean().default(false),
  exclusions: exclusions.prefault({}),
  acceptedFiles: texts.default([...acceptedFiles]),
  rejectedPaths: texts.default([...rejectedPaths]),
  rejectedAgents: texts.default([]),
  pinnedPaths: texts.default([]),
  collection: collection.prefault({}),
  preload: preload.prefault({}),
  cdn: cdn.prefault({}),
  debugging: debugging.prefault({}),
  /** Keys of enabled extensions. */
  extensions: texts.default([]),
});
export type PageCacheSettings = z.infer<typeof pageCacheSchema>;

export const defaults: PageCacheSettings = Object.freeze(pageCacheSchema.parse({}));

/** All settings of the cache in one stored setting, so that requests read them from memory and all processes receive changes together. */
export const pageCacheSetting = setting(
  'page_cache',
  pageCacheSchema as unknown as z.ZodType<PageCacheSettings>,
  defaults,
  'Settings of the page cache. They have their own operations.',
  null,
);
