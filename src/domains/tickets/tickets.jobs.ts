import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { releaseExpiredHolds, releaseUnpaidAttendees } from './holds/expired-holds.ts';
import { recomputeSaleWindows } from './sale-instants.ts';
import { offerFreePlaces } from './waiting-list/offers.ts';

/** Releases places that were held too long, and offers free places to waiting lists (docs/behaviour/tickets.md 3). */
export const releasePlaces: Job<Site> = {
  name: 'release-places',
  cron: '* * * * *',
  run: async (site) => {
    const counts = {
      holds: await releaseExpiredHolds(site),
      unpaid: await releaseUnpaidAttendees(site),
      offers: (await offerFreePlaces(site)).length,
    };
    if (counts.holds + counts.unpaid + counts.offers > 0) site.log.info(counts, 'released held places, and offered free places');
  },
};

/**
 * Recomputes the sale windows of tickets that were written with the old time zone while the zone of the site was being changed. The process that
 * changed the zone has already recomputed all other tickets.
 */
export const recomputeSales: Job<Site> = { name: 'reckon-sales', cron: '* * * * *', run: recomputeSaleWindows };
