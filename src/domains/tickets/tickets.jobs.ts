import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { releaseExpiredHolds, releaseUnpaid } from './holds/expired.ts';
import { recomputeSaleWindows } from './sale-instants.ts';
import { offerFreePlaces } from './waiting-list/offers.ts';

/** Places that are held too long come back, and what is free goes to those who wait (tickets.md 3). */
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

/** The process that changed the site's zone has recomputed the sale windows; this finds what was written in the old zone at that moment. */
export const recomputeSales: Job<Site> = { name: 'reckon-sales', every: '* * * * *', run: recomputeSaleWindows };
