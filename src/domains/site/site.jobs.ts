import { foldTableWrites } from '#app/core/db/lists/large-totals.ts';
import type { Job } from '#app/core/jobs/job.ts';
import type { Site } from '#app/site.ts';
import { deliverMail } from './mail-delivery.ts';

/** Sends mails that a killed process did not send or that the mail server deferred. New mails are sent without this job. */
export const sendMail: Job<Site> = {
  name: 'send-mail',
  cron: '* * * * *',
  run: async (site) => {
    const sent = await deliverMail(site);
    if (sent > 0) site.log.info({ sent }, 'mail sent');
  },
};

/** Merges the rows of the table that counts writes to other tables, so that it stays small. */
export const foldWrites: Job<Site> = { name: 'fold-table-writes', cron: '* * * * *', run: foldTableWrites };

/** Runs the nightly clean-up of all domains. A failure in one does not stop the others. */
export const cleanUp: Job<Site> = {
  name: 'clean-up',
  cron: '47 3 * * *',
  run: async (site) => {
    const removed: Record<string, number> = {};
    for (const domain of site.domains) {
      try {
        Object.assign(removed, await domain.cleanUp?.(site));
      } catch (error) {
        site.log.error({ err: error, domain: domain.name }, 'expired data could not be removed');
      }
    }
    site.log.debug(removed, 'expired data removed');
  },
};

/** Returns all recurring jobs of the site. */
export function listJobs(site: Site): readonly Job<Site>[] {
  return site.domains.flatMap(({ jobs }) => jobs ?? []);
}
