import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { releaseExpiredHolds, releaseUnpaid } from './holds/expired.ts';
import { recomputeSaleWindows } from './sale-instants.ts';
import { offerFreePlaces } from './waiting-list/offers.ts';

/** Releases places that were held too long, and offers free places to waiting lists (tickets.md 3). */
export const releasePlaces: Job<Site> = {
  name: 'release-places',
  every: '* * * * *',
  run: async (site) => {
    const done = {
      holds: await releaseExpiredHolds(site),
      unpaid: await releaseUnpaid(site),
      offers: (await offerFreePlaces(site)).length,
    };
    if (done.holds + done.unpaid + done.offers > 0) site.log.info(done, 'held places released, free ones offered');
  },
};

/** Finds tickets that were written in the old zone while the site's zone was changed. The changing process has recomputed all others. */
export const recomputeSales: Job<Site> = { name: 'reckon-sales', every: '* * * * *', run: recomputeSaleWindows };
