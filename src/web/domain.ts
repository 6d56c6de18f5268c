import { defineDomain } from '../core/domain/domain.ts';
import { removeOldBuckets } from '../core/limits/rate-bucket.ts';
import { purgeIdempotencyKeys } from './idempotency-store.ts';
import { webData } from './personal-data.ts';

/** What HTTP itself keeps: answers for clients that send a write again, and counts of how often something came. */
export const web = defineDomain({
  name: 'web',
  personalData: webData,
  cleanUp: async (site) => ({ answers: await purgeIdempotencyKeys(site), counts: await removeOldBuckets(site) }),
});
