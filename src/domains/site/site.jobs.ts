import { foldTableWrites } from '#app/core/db/lists/large-totals.ts';
import type { Job } from '#app/core/jobs/job.ts';
import type { Site } from '#app/site.ts';
import { deliverMail } from './mail-delivery.ts';

/** Comes back for what a killed process left and what a mail server refused for the moment; new mail starts it at once. */
export const sendMail: Job<Site> = {
  name: 'send-mail',
  every: '* * * * *',
  run: async (site) => {
    const sent = await deliverMail(site);
    if (sent > 0) site.log.info({ sent }, 'mail sent');
  },
};

/** Keeps the versions of tables short. */
export const foldWrites: Job<Site> = { name: 'fold-table-writes', every: '* * * * *', run: foldTableWrites };

/** What is over in any domain goes at night. One domain's failure does not keep the others from it. */
export const cleanUp: Job<Site> = {
  name: 'clean-up',
  every: '47 3 * * *',
  run: async (site) => {
    const removed: Record<string, number> = {};
    for (const domain of site.domains) {
      try {
        Object.assign(removed, await domain.cleanUp?.(site));
      } catch (error) {
        site.log.error({ err: error, domain: domain.name }, 'what is over could not be removed');
      }
    }
    site.log.debug(removed, 'what was over is removed');
  },
};

/** All work of the site that comes back by itself. */
export function jobsOf(site: Site): readonly Job<Site>[] {
  return site.domains.flatMap(({ jobs }) => jobs ?? []);
}
