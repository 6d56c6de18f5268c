import { defineDomain } from '../site.ts';
import { removeOldBuckets } from '../core/limits/rate-bucket.ts';
import { deleteUnusedStreamCounts } from '../core/limits/shared-streams.ts';
import { removeEndedProcesses } from '../core/processes/running-process.ts';
import { purgeIdempotencyKeys } from '../core/idempotency/idempotency-store.ts';
import { webData } from './personal-data.ts';

/** Stored data of the HTTP layer: responses for retried writes, and request counts. */
export const web = defineDomain({
  name: 'web',
  personalData: webData,
  async cleanUp(site) {
    await removeEndedProcesses(site);
    await deleteUnusedStreamCounts(site);
    return { responses: await purgeIdempotencyKeys(site), counts: await removeOldBuckets(site) };
  },
});
