import type { BucketCount, DirectoryCount } from '#app/domains/page-cache/entries/statistics.service.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';

const PageCacheBucket = builder.enumType('PageCacheBucket', {
  description: 'Kind of cached responses.',
  values: {
    ANONYMOUS: { value: 'anonymous', description: 'Responses to requests without a query, from visitors without cookies.' },
    VISITOR: { value: 'visitor', description: 'All other responses.' },
  } as const,
});

const PageCacheDirectory = builder.objectRef<DirectoryCount>('PageCacheDirectory').implement({
  description: 'Cached responses of one host and path.',
  fields: (t) => ({
    directory: t.exposeString('directory', { description: 'Host and path.' }),
    lowerAge: t.exposeInt('lowerAge', { description: 'Seconds since the newest response was stored.' }),
    files: t.exposeInt('files', { description: 'Number of responses.' }),
    upperAge: t.exposeInt('upperAge', {
      nullable: true,
      description: 'Seconds since the oldest response was stored; null if all have the same age.',
    }),
  }),
});

const PageCacheBucketCount = builder.objectRef<BucketCount>('PageCacheBucketCount');
PageCacheBucketCount.implement({
  description: 'Size of one kind of cached responses.',
  fields: (t) => ({
    bucket: t.expose('name', { type: PageCacheBucket, description: 'Kind of the responses.' }),
    cached: t.exposeInt('cached', { description: 'Number of fresh responses.' }),
    expired: t.exposeInt('expired', { description: 'Number of expired responses.' }),
    bytes: t.exposeInt('bytes', { description: 'Number of stored bytes.' }),
    cachedList: t.expose('cachedList', { type: [PageCacheDirectory], description: 'Fresh responses by host and path.' }),
    expiredList: t.expose('expiredList', { type: [PageCacheDirectory], description: 'Expired responses by host and path.' }),
    ifEmpty: t.field({
      type: PageCacheBucketCount,
      nullable: true,
      ...legacy({ use: 'cached expired bytes' }),
      description: 'The counts if they are zero; null if a response is cached.',
      resolve: (count) => (count.cached + count.expired === 0 ? count : null),
    }),
    cachedDirectories: t.stringList({
      ...legacy({ use: 'cachedList { directory }' }),
      description: 'Hosts and paths of fresh responses; null if no response is cached.',
      nullable: true,
      resolve: ({ cached, expired, cachedList }) => (cached + expired === 0 ? null : cachedList.map(({ directory }) => directory)),
    }),
    expiredDirectories: t.stringList({
      ...legacy({ use: 'expiredList { directory }' }),
      description: 'Hosts and paths of expired responses; null if no response is cached.',
      nullable: true,
      resolve: ({ cached, expired, expiredList }) => (cached + expired === 0 ? null : expiredList.map(({ directory }) => directory)),
    }),
  }),
});

/** Cached responses at a point in time. */
export const PageCacheStatistics = builder.objectRef<{ generatedAt: Date; buckets: BucketCount[] }>('PageCacheStatistics').implement({
  description: 'Cached responses at a certain time.',
  fields: (t) => ({
    generatedAt: t.expose('generatedAt', { type: 'DateTime', description: 'When the statistics were computed.' }),
    anonymous: t.field({
      type: PageCacheBucketCount,
      description: 'Responses to requests without a query, from visitors without cookies.',
      resolve: ({ buckets }) => findBucket(buckets, 'anonymous'),
    }),
    visitor: t.field({
      type: PageCacheBucketCount,
      description: 'All other responses.',
      resolve: ({ buckets }) => findBucket(buckets, 'visitor'),
    }),
  }),
});

function findBucket(buckets: readonly BucketCount[], name: BucketCount['name']): BucketCount {
  const bucket = buckets.find((candidate) => candidate.name === name);
  if (!bucket) throw new Error(`The statistics contain no bucket "${name}".`);
  return bucket;
}
